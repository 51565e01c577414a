/* Rank pages as a reader asks: in sentences.

   Sphinx lists only pages that have every word of a query, so a question in plain English finds
   nothing. Here each word found adds to the score of a page: more if few pages have the word
   (inverse document frequency), if the page is short, and if its title has the word. A word that
   no page has counts where it is a part of other words. How-to pages, which answer questions, get
   half as much again. */
"use strict";

if (typeof Search !== "undefined") {
  const IN_TITLE = 2, PART = 0.3, HOWTO = 1.5, BY_LENGTH = 0.6;

  const listed = (files) => (files === undefined ? [] : [].concat(files));

  // Own terms only: the index is a plain object, and "constructor" is a word that people use.
  const filesOf = (terms, word) => (Object.hasOwn(terms, word) ? listed(terms[word]) : []);

  // Number of different words of each page, divided by its mean.
  const lengths = (index) => {
    const counts = new Array(index.docnames.length).fill(0);
    Object.values(index.terms).forEach((files) => listed(files).forEach((file) => counts[file]++));
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    return counts.map((count) => count / mean);
  };

  const found = (terms, word) => {
    const exact = filesOf(terms, word);
    if (exact.length || word.length < 3) return [exact, 1];
    const longer = Object.keys(terms).filter((term) => term.includes(word));
    return [[...new Set(longer.flatMap((term) => filesOf(terms, term)))], PART];
  };

  Search.performTermsSearch = (searchTerms) => {
    const index = Search._index;
    const length = lengths(index);
    const scores = new Map();
    const add = (file, score) => scores.set(file, (scores.get(file) || 0) + score);
    searchTerms.forEach((word) => {
      const [texts, textWeight] = found(index.terms, word);
      const [titles, titleWeight] = found(index.titleterms, word);
      const rare = Math.log(1 + length.length / (1 + texts.length));
      texts.forEach((file) =>
        add(file, (textWeight * rare) / (1 - BY_LENGTH + BY_LENGTH * length[file]))
      );
      titles.forEach((file) => add(file, IN_TITLE * titleWeight * rare));
    });
    return [...scores].map(([file, score]) => [
      index.docnames[file],
      index.titles[file],
      "",
      null,
      score * (index.docnames[file].includes("howto/") ? HOWTO : 1),
      index.filenames[file],
      SearchResultKind.text,
    ]);
  };
}
