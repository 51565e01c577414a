// Another level or correction for the matrices of p-values. All p-values are in the cells; here
// they are only compared with the level. The rest of the page stays as it was computed.
{
  const shown = (p) => {
    if (p < 0.001) return '<.001';
    const parts = p * 1000;
    const even = parts % 1 === 0.5 && Math.floor(parts) % 2 === 0; // as Python rounds halves
    return even ? (Math.floor(parts) / 1000).toFixed(3) : p.toFixed(3);
  };
  const exact = (p) => (p < 1e-12 ? 'p < 1e-12' : `p = ${Number(p.toPrecision(4))}`);
  const strength = (p) => (p > 0.01 ? 'weak' : p > 0.001 ? 'clear' : 'strong');

  for (const form of document.querySelectorAll('form.levels')) {
    const section = form.closest('section');
    const cells = (test) => [...section.querySelectorAll(`table[data-test=${test}] td[data-p]`)];
    const tests = { nemenyi: cells('nemenyi'), signed: cells('signed') };
    const pvalues = (cell) => cell.dataset.p.split(' ').map(Number);
    const line = form.querySelector('[role=status]');
    const [levelSaid, correctionSaid] = ['level', 'correction']
      .map((name) => section.querySelector(`[data-${name}]`));
    const [level, correction] = form.querySelectorAll('fieldset');
    const chosen = (group) => group.querySelector(':checked');

    const fill = (cell, p, differs, contested) => {
      const kind = differs ? `differs ${strength(p)}` : 'same';
      cell.className = contested ? `${kind} contested` : kind;
      cell.title = exact(p);
      const inside = differs ? document.createElement('b') : document.createTextNode('');
      inside.textContent = shown(p);
      cell.replaceChildren(inside);
    };

    const change = () => {
      const alpha = Number(chosen(level).value);
      const at = Number(chosen(correction).value);
      const found = { nemenyi: 0, signed: 0 };
      tests.nemenyi.forEach((cell, i) => {
        const [one, other] = [pvalues(cell)[0], pvalues(tests.signed[i])[at]];
        const contested = (one <= alpha) !== (other <= alpha);
        fill(cell, one, one <= alpha, contested);
        fill(tests.signed[i], other, other <= alpha, contested);
        found.nemenyi += one <= alpha;
        found.signed += other <= alpha;
      });
      const by = chosen(correction).parentNode.textContent.trim();
      levelSaid.textContent = alpha;
      correctionSaid.textContent = by;
      const pairs = tests.nemenyi.length / 2;
      const own = chosen(level).defaultChecked && chosen(correction).defaultChecked;
      const said = `At alpha = ${alpha}, Nemenyi's test tells ${found.nemenyi / 2} of ${pairs} `
        + `pairs apart, the signed-rank tests ${found.signed / 2} `
        + `(correction: ${by}).`;
      line.textContent = own ? said
        : `${said} All else on this page is at the first choice. Choose before you look, not after.`;
      line.classList.toggle('doubts', !own);
    };

    form.addEventListener('change', change);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.hidden = false;
    form.reset();
    change();
  }
}
