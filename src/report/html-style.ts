/** The style sheet of the HTML report: system fonts, one accent, light and dark, one column on narrow screens. */

/** The style sheet; its hash is in the page's content security policy. */
export const htmlStyle = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#1c2330;--soft:#5a6577;--line:#dfe3ea;--accent:#3558c9;--track:#e6eaf2;--code:#f0f2f6;--good:#18703c;--warn:#8a5a00;--bad:#b3261e;--good-soft:#e3f4e9;--warn-soft:#fbf0d9;--bad-soft:#fbe7e5}
@media (prefers-color-scheme:dark){:root{--page:#12151b;--card:#1a1f28;--ink:#e4e8ef;--soft:#9ba6b7;--line:#2d3542;--accent:#8fa8ff;--track:#2b3340;--code:#232a35;--good:#6fd394;--warn:#e8b65a;--bad:#ff8f86;--good-soft:#183324;--warn-soft:#382c12;--bad-soft:#3c1e1c}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:62rem;margin:0 auto;padding:1.25rem}
header{padding-top:2.5rem}
main{padding-top:0}
h1{font-size:1.7rem;line-height:1.25;margin:0 0 .4rem;letter-spacing:-.01em}
h2{font-size:1.2rem;margin:1rem 0 .8rem}
.card~h2{margin-top:2.2rem}
h3{font-size:.95rem;margin:1.2rem 0 .4rem;color:var(--soft);font-weight:600}
p{margin:.4rem 0}
.soft{color:var(--soft)}
.small{font-size:.875rem}
code,pre,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
code{background:var(--code);border-radius:4px;padding:.1em .3em;unicode-bidi:isolate}
pre{background:var(--code);border-radius:6px;padding:.6rem .8rem;margin:.3rem 0;white-space:pre-wrap;max-height:20rem;overflow:auto;unicode-bidi:isolate}
pre.added,.source .added{color:var(--good);background:var(--good-soft)}
pre.removed,.source .removed{color:var(--bad);background:var(--bad-soft)}
.source .gap{color:var(--soft)}
.patch{white-space:pre;user-select:all}
.source .suspected{color:var(--warn);background:var(--warn-soft)}
.source{overflow-x:auto;background:var(--code);border-radius:6px;margin:.3rem 0}
.source pre{white-space:pre;width:max-content;min-width:100%;max-height:none;overflow:visible;padding:.6rem 0}
.source span{display:block;padding:0 .8rem;line-height:1.5}
dl.difference{grid-template-columns:max-content 1fr;gap:.1rem .6rem;margin:.3rem 0;align-items:baseline}
.difference dt{white-space:nowrap}
.difference pre{margin:0;padding:.25rem .6rem}
.id{user-select:all;font-size:.8em}
.facts{display:flex;flex-wrap:wrap;gap:.4rem 1.6rem;padding:0;margin:.8rem 0 0;list-style:none;color:var(--soft)}
.facts b{font-size:1.2rem;color:var(--ink)}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;margin:.8rem 0}
.card>summary{display:grid;grid-template-columns:1rem 1fr auto;gap:0 .6rem;padding:.9rem 1.1rem;list-style:none}
.card>summary::-webkit-details-marker{display:none}
.card>summary::before{content:"▸";color:var(--soft)}
.card[open]>summary::before{content:"▾"}
.card>div{padding:0 1.1rem 1.1rem 2.7rem;border-top:1px solid var(--line)}
.digest>span{display:block}
.digest .lead{margin:.3rem 0}
h3 code{font-weight:600;color:var(--ink)}
.line{font-size:.95rem}
.label{display:inline-block;min-width:3.6rem;color:var(--soft);font-size:.85rem}
.confidence{width:8.5rem;text-align:right}
.confidence b{font-size:1.35rem;line-height:1.2}
.confidence .small{display:block}
.note,.court{border-left:3px solid var(--warn);background:var(--warn-soft);border-radius:0 8px 8px 0;padding:.6rem .9rem;margin:.5rem 0}
.proof{border-left:3px solid var(--good);background:var(--good-soft);border-radius:0 8px 8px 0;padding:.6rem .9rem}
.court{border-color:var(--accent);background:var(--code)}
.court h3{margin-top:0}
summary{cursor:pointer}
summary:focus-visible,a:focus-visible,.wide:focus-visible,.source:focus-visible,.patch:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
a{color:var(--accent)}
.tag{display:inline-block;border-radius:99px;padding:.1rem .65rem;font-size:.82rem;font-weight:600;background:var(--code);margin-right:.35rem}
.good{color:var(--good);background:var(--good-soft)}
.warn{color:var(--warn);background:var(--warn-soft)}
.bad{color:var(--bad);background:var(--bad-soft)}
.lead{font-size:1.05rem;font-weight:600}
dl{display:grid;grid-template-columns:9.5rem 1fr;gap:.35rem 1rem;margin:.9rem 0}
dt{color:var(--soft)}
dd{margin:0}
ol,ul{margin:.3rem 0;padding-left:1.4rem}
ol.ranking,ul.evidence{list-style:none;padding:0}
.ranking li,.evidence li{display:grid;grid-template-columns:1fr 7rem 5rem;gap:0 .8rem;align-items:center;padding:.2rem 0}
.evidence pre{grid-column:1/-1}
.share{text-align:right;white-space:nowrap}
.weight{min-width:7rem}
.bar{width:100%;height:8px;display:block}
.bar rect{fill:var(--track)}
.bar rect+rect{fill:var(--accent)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.4rem 1rem .4rem 0;border-bottom:1px solid var(--line)}
tbody tr:last-child td{border-bottom:0}
.steps{min-width:50rem}
.steps td:nth-child(2) .under{white-space:nowrap}
.steps td{overflow-wrap:normal}
.under{display:block;color:var(--soft);font-size:.8rem}
.balance{display:block;max-width:100%;height:auto;margin:.5rem 0 0}
.balance text{fill:var(--soft);font-size:13px}
.balance path{stroke:var(--bad);stroke-width:1.5}
.balance .box{fill:var(--card);stroke:var(--soft);stroke-width:.5}
.balance .for{fill:var(--good)}
.balance .against{fill:var(--warn)}
.balance .struck{fill:var(--soft);opacity:.4}
th{color:var(--soft);font-weight:600;white-space:nowrap}
.walk{display:block;margin:.8rem 0;max-width:none}
.walk rect{fill:var(--card);stroke:var(--accent);stroke-width:1.5}
.walk .review{stroke-dasharray:5 3}
.walk .end{fill:var(--code);stroke:var(--soft)}
.walk .failed{stroke:var(--bad);stroke-width:2.5}
.walk path{fill:none;stroke:var(--soft);stroke-width:1.5}
.walk text{fill:var(--ink);font-size:13px;text-anchor:middle}
.walk .edge{fill:var(--soft);font-size:10px}
@media (max-width:40rem){main,header,footer{padding:.9rem}header{padding-top:1.5rem}dl{grid-template-columns:1fr;gap:.1rem}dd{margin-bottom:.5rem}dl.difference{grid-template-columns:max-content 1fr}.difference dd{margin:0}.card>summary{grid-template-columns:1rem 1fr}.card>div{padding-left:1.1rem}.confidence{grid-column:2;text-align:left;width:auto;display:flex;gap:.6rem;align-items:baseline}.confidence .bar{display:none}.ranking li,.evidence li{grid-template-columns:1fr 4.6rem}.ranking .bar,.evidence .bar{display:none}}
@media print{:root{--page:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#ccc;--code:#f2f2f2;--track:#ddd}body{font-size:11pt}main,header,footer{max-width:none;padding:0}.card>summary,h2,h3,pre,tr,li,svg{break-inside:avoid}h2,h3{break-after:avoid}pre{max-height:none;overflow:visible}.wide,.source{overflow:visible}.source pre{white-space:pre-wrap;width:auto}}
`;
