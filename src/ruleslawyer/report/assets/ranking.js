// How what people ask is found: which words count as the same, and which entry stands before which.
"use strict";
const ruleslawyerRanking = (() => {
  const WEIGHT = { finding: 0.8, chapter: 0.5, property: 0.3, "withdrawn finding": 0.1 };  // what a designer looks for stands before what it rests on
  const HERE = 5;  // of several rulebooks the open one
  const LITTLE = new Set("a an and any are as at be by can could do does for from had has have he her his i if in into is it its may me must my no not of on once one or our she should so still than that the their them then there they this to too up upon was we what when where happen happens go goes just whether which while who whose why will with would you your".split(" "));
  const ALIKE = [  // words of card games and forms of words that stand for one another, the first for all
    "start begin began begun initial opening setup", "limit maximum max most cap size", "number many much amount count", "opponent enemy rival foe", "creature monster minion character unit",
    "destroy kill die dies dying dead death defeat", "exhaust tap tapped rotate sideways tilt", "ready untap unexhaust restore upright", "life lives health hp hitpoint", "cost price fee pay paid payment afford",
    "money mana credit coin cash", "buy bought purchase", "attack attacker combat battle fight fought strike", "block blocker defend defense defence guard intercept", "win won winner victory",
    "lose lost loser loss eliminated", "draw drew drawn", "deal dealt", "choose chose chosen choice pick select", "discard graveyard trash", "deck library", "turn round", "phase step stage",
    "play cast deploy summon", "steal stole control", "bounce return", "again twice repeatedly", "neverend stuck deadlock stalemate infinite", "tie tied simultaneous", "react respond response reaction instant interrupt counterspell",
    "attach equip equipment gear", "target aim", "prevent stop cancel counter negate", "damage hurt harm wound", "color colour", "hand grip", "reveal show look peek see seen", "secret hidden facedown", "copy copies duplicate", "order sequence", "ability effect skill", "strength power toughness stat", "kind type sort category class", "aim goal objective", "match fit same", "free gratis", "before earlier prior", "everybody everyone all",
    "leave left gone remove removed", "give gave given", "gain get gets got receive", "keep kept stay", "random randomly", "dice roll", "resource land",
  ].map((line) => line.split(" "));
  const PHRASES = [  // several words that say one thing, and the words for it
    [/\b(?:r[ua]n(?:s|ning)? out|deck(?:s|ed)? out|out of cards|no (?:more )?(?:cards?|deck)(?: is| are)? left|(?:nothing|no card)s?(?: is)? left to draw|last card)\b/gi, "empty deck"],
    [/\b(?:who (?:goes|starts|begins|is|plays)(?: the game)? first|who (?:starts|begins)|(?:first|start(?:ing)?) player|go(?:es)? first|first turn)\b/gi, "first player start"],
    [/\b(?:summon(?:ing)? sick(?:ness)?|(?:right away|straight away|immediately|the turn (?:it|they) (?:comes?|came|is|was|enters?|are)\b[^.]{0,20}))/gi, "sick turn come"],
    [/\b(?:life ?gain|gains? life|heals?|healing)\b/gi, "gain life"],
    [/\b(?:board ?wipe|wipes? the board|kills? everything)\b/gi, "destroy all"],
    [/\b(?:mulligans?|redraws?|bad hand|new hand)\b/gi, "mulligan hand"],
    [/\b(?:how long|until when|wears? off)\b/gi, "end until"],
    [/\b(?:how (?:do|does|can|would) (?:you|i|we|one|a player|someone) win|win(?:ning)? conditions?|how is (?:it|the game) won)\b/gi, "win aim game end"],
    [/\b(?:(?:every(?:body|one)|all players|both) (?:loses?|wins?|dies?)(?: at the same time| at once| together)?)\b/gi, "tie everybody once"],
    [/\b(?:(?:nobody|no one|no player|neither(?: player)?) (?:can|could|may)|(?:they|players?|one|who|he|she) cannot) (?:move|act|go on|do anything)\b/gi, "neverend"],
    [/\b(?:game |play )?(?:stands still|never ends?|cannot end|has no end|without end|need not end|no move(?: is)? left|nothing (?:to|can be) do(?:ne)?|never get out|goes on for ever|for ever)\b/gi, "neverend"],
    [/\bboth (?:players )?(?:lose|win|are at zero|have lost|have won|fall)\b|\b(?:both|all|players) (?:would )?(?:lose|win|fall) (?:together|at once|at the same time)\b|\bwins when both are\b|\b(?:tied|equal)\b(?! (?:to|the|its|that|or))/gi, "tie"],
    [/\b(?:second time|more than once|several times|once more|every time)\b/gi, "twice"],
  ];
  const split = (text) => text.split(/[^\p{L}\p{N}.'’]+/u).map((word) => word.replace(/^\.+|\.+$/g, "")).filter(Boolean);
  const asked = (text) => split(PHRASES.reduce((said, [words, one]) => said.replace(words, ` ${one} `), text));
  const said = (text) => split(PHRASES.reduce((more, [words, one]) => text.search(words) < 0 ? more : `${more} ${one}`, text));
  const indexed = (text) => { const words = said(text); return words.some((word) => /^\d+$/.test(stem(word) || "")) ? [...words, "number"] : words; };  // it answers “how many”
  const NUMBERS = new Map("zero one two three four five six seven eight nine ten eleven twelve".split(" ").flatMap((word, n) => n > 1 ? [[word, `${n}`], [`${word}s`, `${n}`]] : []));
  const stem = (word) => {  // a word as it is looked for, and as it is said: one card attacks, cards are attacking
    word = word.toLowerCase().replace(/['’]s$/, "");
    if (LITTLE.has(word)) return null;
    if (NUMBERS.has(word)) return NUMBERS.get(word);
    if (word.length < 5 || /\d/.test(word)) return word.length > 3 ? word.replace(/([^s])s$/, "$1") : word;
    word = word.replace(/ies$/, "y").replace(/(ing|ed|es|s|ion|ions)$/, "").replace(/([^aeiouls])\1$/, "$1");
    return word.replace(/e$/, "");
  };
  const FIRST = new Map(ALIKE.flatMap(([first, ...others]) => [first, ...others].map((word) => [stem(word), stem(first)])));
  const simpler = (word) => { const found = stem(word); return FIRST.get(found) || found; };
  return (MiniSearch, index, book) => {  // the entries that fit what is asked, the best one first
    const known = new Set(), learn = (word) => { const found = simpler(word); known.add(found); return found; };
    const found = new MiniSearch({
      fields: ["id", "title", "more", "kind", "book"],
      storeFields: ["kind", "id", "title", "page", "book"], idField: "nth",
      tokenize: indexed,
      processTerm: learn,
      searchOptions: {
        tokenize: asked, processTerm: simpler, combineWith: "OR",
        // a word that no entry has may be half of one, or misspelt
        prefix: (word) => word.length > 2 && !known.has(word), fuzzy: (word) => word.length > 4 && !known.has(word) && !/\d/.test(word) ? 0.2 : false,
        boost: { id: 4, title: 2 }, boostDocument: (_, __, hit) => WEIGHT[hit.kind] || 1,
      },
    });
    const all = index.flatMap(([book, folder, some]) => some.map(([kind, id, title, more, page]) => ({ kind, id, title, more, page: folder + page, book })));
    found.addAll(all.map((one, nth) => ({ nth, ...one })));
    // who has more of the words comes first, and none needs all of them; the open rulebook before the others
    const of = (hit) => hit.score * new Set(hit.queryTerms).size * (hit.book === book ? HERE : 1);
    return (text) => found.search(text).sort((a, b) => of(b) - of(a));
  };
})();
if (typeof module !== "undefined") module.exports = ruleslawyerRanking;
