"use strict";
// The list of claims: search by place and words, as `symfed list` does; the address keeps what was asked for.
(() => {
  const form = document.querySelector(".filter[data-numbered]");
  if (!form) return;
  const claims = [...document.querySelectorAll(".claims > .claim")];
  const sections = [...new Set(claims.map((claim) => claim.closest("section")))];
  const texts = claims.map((claim) => claim.dataset.text);
  const spots = claims.map((claim) => claim.dataset.places.split(" "));
  const { text, verdict, source } = form.elements;
  const output = form.querySelector("output");
  const findings = document.querySelector(".findings");
  // "Theorem 2", "thm2": one spelling for each numbered place
  const numbered = new RegExp(form.dataset.numbered, "g");
  const short = JSON.parse(form.dataset.short);

  function apply() {
    const typed = text.value.toLowerCase();
    const places = [...typed.matchAll(numbered)].map(([, word, number]) => (short[word] || word) + number);
    const words = typed.replace(numbered, " ").split(/\s+/).filter(Boolean);
    let shown = 0;
    claims.forEach((claim, i) => {
      const fits = (!verdict.value || claim.dataset.verdict.split(" ").includes(verdict.value))
        && (!source.value || claim.dataset.source === source.value)
        && places.every((place) => spots[i].includes(place))
        && words.every((word) => texts[i].includes(word));
      claim.hidden = !fits;
      shown += fits;
    });
    sections.forEach((section) => { section.hidden = !section.querySelector(".claim:not([hidden])"); });
    // whoever asks wants the answers, and not what was found in all
    if (findings) findings.hidden = Boolean(text.value || verdict.value || source.value);
    output.textContent = `${shown} of ${claims.length} claims shown`;
  }

  function remember() {
    const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    history.replaceState(null, "", `${location.pathname}${asked.size ? "?" : ""}${asked}`);
  }

  // A link may lead to a claim that is filtered away.
  function reveal() {
    const claim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!claim || !claim.matches(".claim")) return;
    if (claim.hidden) { form.reset(); apply(); }
    claim.scrollIntoView();
    claim.querySelector("a").focus({ preventScroll: true });
  }

  form.hidden = claims.length === 0;
  new URLSearchParams(location.search).forEach((value, name) => { if (form.elements[name]) form.elements[name].value = value; });
  for (const kind of ["input", "change"]) form.addEventListener(kind, () => { apply(); remember(); });
  form.addEventListener("reset", () => setTimeout(() => { apply(); remember(); }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = claims.find((claim) => !claim.hidden);
    if (first) first.querySelector("a").focus();
  });
  addEventListener("hashchange", reveal);
  apply();
  // the browser goes to the anchor when all is loaded, and takes the focus away
  if (document.readyState === "complete") reveal();
  else addEventListener("load", () => setTimeout(reveal));
})();
