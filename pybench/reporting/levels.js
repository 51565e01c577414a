// Another level or correction for the diagrams and the matrices of p-values. All diagrams and all
// p-values are on the page; here one is shown, the others are compared with the level. The rest of
// the page stays as it was computed.
{
  const shown = (p) => {
    if (p < 0.001) return '<.001';
    const parts = p * 1000;
    const even = parts % 1 === 0.5 && Math.floor(parts) % 2 === 0; // as Python rounds halves
    return even ? (Math.floor(parts) / 1000).toFixed(3) : p.toFixed(3);
  };
  const exact = (p) => (p < 1e-12 ? 'p < 1e-12' : `p = ${Number(p.toPrecision(4))}`);
  const strength = (p) => (p > 0.01 ? 'weak' : p > 0.001 ? 'clear' : 'strong');

  const fill = (cell, p, differs, contested) => {
    const kind = differs ? `differs ${strength(p)}` : 'same';
    cell.className = contested ? `${kind} contested` : kind;
    const better = Number(cell.dataset.toward) > 0;
    cell.title = exact(p) + (differs ? `; row ${better ? 'better' : 'worse'} than column` : '');
    const inside = differs ? document.createElement('b') : document.createTextNode('');
    inside.textContent = shown(p) + (differs ? `\u00a0${better ? '▲' : '▼'}` : '');
    cell.replaceChildren(inside);
  };

  // A comparison: its forms say the same, one by the diagrams and one by the matrices.
  const choosing = (place) => {
    const all = (selector) => [...place.querySelectorAll(selector)];
    const cells = (test) => all(`table[data-test=${test}] td[data-p]`);
    const tests = { nemenyi: cells('nemenyi'), signed: cells('signed') };
    const pvalues = (cell) => cell.dataset.p.split(' ').map(Number);
    const forms = all('form.levels');
    const groups = (form) => [...form.querySelectorAll('fieldset')]
      .map((group) => [...group.querySelectorAll('input')]);
    const chosen = (group) => group.findIndex((one) => one.checked);

    const change = (form) => {
      const [levels, corrections] = groups(form);
      const [level, at] = [chosen(levels), chosen(corrections)];
      for (const other of forms) {
        groups(other).forEach((group, i) => { group[[level, at][i]].checked = true; });
      }
      const alpha = Number(levels[level].value);
      const found = { nemenyi: 0, signed: 0 };
      tests.nemenyi.forEach((cell, i) => {
        const [one, other] = [pvalues(cell)[0], pvalues(tests.signed[i])[at]];
        const toward = (of, p) => (p <= alpha ? of.dataset.toward : '0');
        const contested = toward(cell, one) !== toward(tests.signed[i], other);
        fill(cell, one, one <= alpha, contested);
        fill(tests.signed[i], other, other <= alpha, contested);
        found.nemenyi += one <= alpha;
        found.signed += other <= alpha;
      });
      const choice = String(level * corrections.length + at);
      for (const image of all('img[data-choices]')) {
        image.hidden = !image.dataset.choices.split(' ').includes(choice);
      }
      const own = levels[level].defaultChecked && corrections[at].defaultChecked;
      for (const one of all('[data-first]')) one.hidden = !own;
      const by = corrections[at].parentNode.textContent.trim();
      for (const one of all('[data-level]')) one.textContent = alpha;
      for (const one of all('[data-correction]')) one.textContent = by;
      const pairs = tests.nemenyi.length / 2;
      const said = `At alpha = ${alpha}, these numbers of pairs differ significantly: `
        + `${found.nemenyi / 2} of ${pairs} by Nemenyi's test, ${found.signed / 2} by the `
        + `${all('form.levels')[0].dataset.kind} tests (correction: ${by}).`;
      for (const line of all('.levels [role=status]')) {
        line.textContent = own ? said
          : `${said} Diagrams and matrices show it. Everything else on this page keeps the first choice. `
            + 'Choose before you look, not after.';
        line.classList.toggle('doubts', !own);
      }
    };

    for (const form of forms) {
      form.addEventListener('change', () => change(form));
      form.addEventListener('submit', (event) => event.preventDefault());
      form.hidden = false;
      form.reset();
    }
    change(forms[0]);
  };

  const forms = [...document.querySelectorAll('form.levels')];
  for (const place of new Set(forms.map((form) => form.closest('article, main')))) choosing(place);
}
