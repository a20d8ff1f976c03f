// A button beside every text that is there to be copied; what became of it is said aloud.
(() => {
  const boxes = [...document.querySelectorAll(".copyable")];
  if (!boxes.length) return;
  const said = document.createElement("p");
  said.className = "unseen";
  said.setAttribute("role", "status");
  document.body.append(said);

  async function copy(box) {
    const code = box.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      return true;
    } catch {
      // an older way, for browsers that keep the clipboard from pages on disk
      getSelection().selectAllChildren(code);
      return document.execCommand("copy");
    }
  }

  boxes.forEach((box) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy ${box.dataset.what}`);
    button.addEventListener("click", async () => {
      const done = await copy(box);
      button.textContent = done ? "Copied" : "Selected: copy it by hand";
      said.textContent = done ? `Copied ${box.dataset.what}.` : "It could not be copied.";
      setTimeout(() => { button.textContent = "Copy"; said.textContent = ""; }, 2000);
    });
    box.prepend(button);
  });
})();
