"use strict";
(() => {
  const form = document.querySelector(".filter");
  const claims = [...document.querySelectorAll(".claim")];
  const sections = [...new Set(claims.map((claim) => claim.parentElement))];
  const texts = claims.map((claim) => claim.textContent.toLowerCase());
  const spots = claims.map((claim) => claim.dataset.places.split(" "));
  const { text, verdict, source } = form.elements;
  // "Theorem 2", "thm2": one spelling for each numbered place
  const numbered = new RegExp(form.dataset.numbered, "g");
  const short = JSON.parse(form.dataset.short);

  function apply() {
    const typed = text.value.toLowerCase();
    const places = [...typed.matchAll(numbered)].map(([, word, number]) => (short[word] || word) + number);
    const words = typed.replace(numbered, " ").split(/\s+/).filter(Boolean);
    let shown = 0;
    claims.forEach((claim, i) => {
      const fits = (!verdict.value || claim.dataset.verdict === verdict.value)
        && (!source.value || claim.dataset.source === source.value)
        && places.every((place) => spots[i].includes(place))
        && words.every((word) => texts[i].includes(word));
      claim.hidden = !fits;
      shown += fits;
    });
    sections.forEach((section) => { section.hidden = !section.querySelector(".claim:not([hidden])"); });
    form.querySelector("output").textContent = `${shown} of ${claims.length} claims shown`;
  }

  // A link may lead to a claim that is closed or filtered away.
  function reveal() {
    const claim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!claim || !claim.matches(".claim")) return;
    if (claim.hidden) { form.reset(); apply(); }
    claim.open = true;
    claim.scrollIntoView();
  }

  form.hidden = claims.length === 0;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.elements.open.addEventListener("click", () => claims.forEach((claim) => { claim.open = true; }));
  form.elements.close.addEventListener("click", () => claims.forEach((claim) => { claim.open = false; }));
  addEventListener("hashchange", reveal);
  addEventListener("beforeprint", () => claims.forEach((claim) => { claim.open = true; }));
  apply();
  reveal();
})();
