// The graph, to walk: one claim at a time can be reached by Tab, the arrow keys lead along the lines.
(() => {
  const graph = document.querySelector("svg.graph");
  const form = document.querySelector(".walker");
  if (!graph || !form) return;
  const frame = graph.parentElement;
  const nodes = [...graph.querySelectorAll("a[data-id]")];
  const named = new Map(nodes.map((node) => [node.dataset.id, node]));
  const edges = [...graph.querySelectorAll("path[data-from]")];
  const field = form.elements.claim;
  const output = form.querySelector("output");
  const box = new Map(nodes.map((node) => [node, node.querySelector("rect").getBBox()]));
  let current = null;

  const ends = (node, from, to, kind = ":not(.see)") => edges.filter((edge) => edge.dataset[to] === node.dataset.id && edge.matches(kind))
    .map((edge) => named.get(edge.dataset[from]));
  const nearest = (node, others) => others.reduce((best, other) => {
    const off = (one) => Math.abs(box.get(one).y - box.get(node).y);
    return !best || off(other) < off(best) ? other : best;
  }, null);
  const column = (node) => nodes.filter((other) => box.get(other).x === box.get(node).x).sort((a, b) => box.get(a).y - box.get(b).y);

  function stand(node) {
    if (current) current.setAttribute("tabindex", "-1");
    current = node;
    node.setAttribute("tabindex", "0");
    const premises = ends(node, "from", "to");
    const users = ends(node, "to", "from");
    const near = new Set([node, ...premises, ...users]);
    graph.classList.add("walked");
    nodes.forEach((other) => { other.classList.toggle("near", near.has(other)); });
    edges.forEach((edge) => edge.classList.toggle("near", [edge.dataset.from, edge.dataset.to].includes(node.dataset.id)));
    const list = (words, some) => (some.length ? ` ${words} ${some.map((one) => one.dataset.id).join(", ")}.` : "");
    const told = [["Rests on", "from", "to", ".uses"], ["Used by", "to", "from", ".uses"], ["Corrected by", "from", "to", ".corrects"],
      ["Corrects", "to", "from", ".corrects"]].map(([words, from, to, kind]) => list(words, ends(node, from, to, kind)));
    output.textContent = `${node.querySelector("title").textContent}.${told.join("")}`;
  }

  function go(node) {
    if (!node) return;
    // the frame moves and the page stays, so that what is said of the claim above it stays in sight
    node.focus({ preventScroll: true });
    const at = box.get(node);
    frame.scrollTo(at.x + at.width / 2 - frame.clientWidth / 2, at.y + at.height / 2 - frame.clientHeight / 2);
  }

  nodes.forEach((node) => node.setAttribute("tabindex", "-1"));
  graph.addEventListener("focusin", (event) => {
    const node = event.target.closest("a[data-id]");
    if (node) stand(node);
  });
  graph.addEventListener("keydown", (event) => {
    const node = event.target.closest("a[data-id]");
    if (!node) return;
    const same = column(node);
    const step = {
      ArrowLeft: () => nearest(node, ends(node, "from", "to")),
      ArrowRight: () => nearest(node, ends(node, "to", "from")),
      ArrowUp: () => same[same.indexOf(node) - 1],
      ArrowDown: () => same[same.indexOf(node) + 1],
    }[event.key];
    if (!step) return;
    event.preventDefault();
    go(step());
  });
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = field.value.trim().toLowerCase();
    const found = named.get(field.value.trim()) || nodes.find((node) => typed && node.dataset.id.toLowerCase().includes(typed));
    if (found) go(found);
    else output.textContent = "No claim has such a name.";
  });
  field.addEventListener("change", () => go(named.get(field.value.trim())));
  const arrive = () => go(named.get(decodeURIComponent(location.hash.slice(1))));
  addEventListener("hashchange", arrive);
  nodes[0].setAttribute("tabindex", "0");
  current = nodes[0];
  arrive();
})();
