#pragma once

/// How the page looks, and the few lines that sort and filter its tables. No user's text is in here.
namespace gsta::detail {

inline constexpr char const* html_style = R"css(
:root{color-scheme:light dark;--page:#f4f6f8;--card:#fff;--text:#1a2027;--soft:#5a6672;--line:#dbe1e7;
--met:#3f74b5;--bad:#c8362f;--cell:#3f74b5;--net:#d18b1f;--clock:#97a1ab;--stripe:#f7f9fb}
@media (prefers-color-scheme:dark){:root{--page:#12161a;--card:#1b2026;--text:#e3e8ed;--soft:#9ba7b3;
--line:#323a43;--met:#6aa3e8;--bad:#f2766d;--cell:#6aa3e8;--net:#e5ae58;--clock:#76818c;--stripe:#20262d}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header{max-width:1320px;margin:0 auto;padding:0 20px}
header{padding-top:24px}
h1{font-size:26px;line-height:1.2;margin:0;overflow-wrap:anywhere}
h2{font-size:18px;margin:32px 0 10px}
h3{font-size:15px;margin:0 0 4px}
.soft{color:var(--soft)}
p{margin:4px 0 10px}
nav a{margin-right:16px;white-space:nowrap}
a{color:var(--met)}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:16px}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:14px 16px}
.big{font-size:30px;line-height:1.2;font-weight:600;font-variant-numeric:tabular-nums}
.bad{color:var(--bad)}
.left-out{border-left:4px solid var(--bad);margin-top:16px}
.left-out ul{margin:0;padding-left:18px}
dl.figures{display:flex;flex-wrap:wrap;gap:8px 14px;margin:10px 0 0}
dl.figures div{flex:1 0 92px}
dl.figures dt{font-size:12.5px;color:var(--soft)}
dl.figures dd{margin:0;font-variant-numeric:tabular-nums;font-weight:600}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--soft)}
svg .axis{stroke:var(--soft);stroke-width:1}
svg .grid-line{stroke:var(--line);stroke-width:1}
svg .met{fill:var(--met)}
svg .late{fill:var(--bad)}
svg .hover{fill:transparent}
svg g:hover .hover{fill:var(--soft);fill-opacity:.14}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th{text-align:left;font-weight:600;color:var(--soft);border-bottom:1px solid var(--line);white-space:nowrap}
th,td{padding:3px 10px 3px 0;vertical-align:top}
tbody tr:nth-child(even){background:var(--stripe)}
td{font-variant-numeric:tabular-nums}
.n{text-align:right;white-space:nowrap}
.p{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:12.5px;
overflow-wrap:anywhere;min-width:150px}
.by-script th{cursor:pointer}
.by-script th:hover,.by-script th:focus-visible{color:var(--text)}
th[aria-sort=ascending]::after{content:" \25B2";font-size:9px}
th[aria-sort=descending]::after{content:" \25BC";font-size:9px}
input{font:inherit;color:inherit;background:var(--page);border:1px solid var(--line);border-radius:6px;
padding:4px 8px;margin:0 0 8px;width:min(100%,360px)}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:0 0 12px;padding:10px 16px}
details.trace{border-width:1px 0 0;border-radius:0;margin:0;padding:8px 0}
summary{cursor:pointer;overflow-wrap:anywhere}
details[open]>summary{margin-bottom:8px}
.tag{display:inline-block;border:1px solid currentColor;border-radius:4px;padding:0 6px;font-size:12px;
font-weight:600;margin:0 6px}
dl.ends:target{outline:2px solid var(--met);outline-offset:4px;border-radius:4px}
dl.ends,h2{scroll-margin-top:52px}
dl.ends{display:grid;grid-template-columns:max-content 1fr;gap:2px 14px;margin:0 0 10px;font-size:13.5px}
dl.ends dt{color:var(--soft)}
dl.ends dd{margin:0;overflow-wrap:anywhere}
.path td,.path th{padding-top:2px;padding-bottom:2px}
.path .term td{color:var(--soft)}
.path .sum td{font-weight:600;color:var(--text);border-top:1px solid var(--line)}
.path .p{min-width:230px}
.path tr:not(.term) .p{word-break:break-all}
.w{width:32%;min-width:220px;padding-right:0}
.bar{position:relative;height:1.35em}
.bar i{position:absolute;top:.2em;height:.95em;min-width:2px;border-radius:2px;background:var(--clock)}
.bar .cell{background:var(--cell)}
.bar .net{background:var(--net)}
.bar .over{background:var(--bad)}
.bar .spare{background:var(--met);opacity:.35}
.required .bar::after{content:"";position:absolute;top:-.15em;bottom:-.15em;left:var(--required);
border-left:1.5px dashed var(--text);opacity:.55}
.bar span{position:absolute;transform:translateX(-50%);font-weight:400;font-variant-numeric:tabular-nums}
.key i{display:inline-block;width:12px;height:12px;border-radius:2px;margin:0 5px 0 14px;vertical-align:-1px;
background:var(--clock)}
.key i:first-child{margin-left:0}
.key .cell{background:var(--cell)}
.key .net{background:var(--net)}
footer{padding:20px 0 40px;color:var(--soft);font-size:13px}
@media (max-width:760px){main,header{padding-left:10px;padding-right:10px}.card,details{padding:10px}
details.trace{padding:8px 0}.k,thead,svg .odd{display:none}svg text{font-size:20px}
tbody tr{display:grid;padding:2px 0;column-gap:10px}td{padding:0}.p,.path .p{min-width:0}.scroll{overflow:visible}
.path thead,.path thead tr{display:block}.path th{display:none}.path th.w{display:block}
.path tbody tr{grid-template-columns:1fr auto auto}.path tbody .n{min-width:62px}
.path .w{grid-column:1/-1;width:auto;min-width:0}.path tbody .bar{height:.6em}.path tbody .bar i{top:0;height:.5em}
.path [colspan]{grid-column:1/-1}.path .sum td{border:0}.path .sum{border-top:1px solid var(--line)}
.rows tr{grid-template-columns:3.2em 7.5em 1fr}.rows td:first-child{grid-column:1/3}
.rows td:last-child{grid-column:3;grid-row:1}.rows td:nth-child(4){overflow-wrap:anywhere;text-align:right}
.rows td:nth-child(2),.rows td:nth-child(3),.rows td:nth-child(4){color:var(--soft)}
.rows td:nth-child(5),.rows td:nth-child(6){text-align:left;font-size:12.5px}
.rows td:nth-child(5){grid-column:1/3}.rows td:nth-child(5)::before{content:"arrival "}
.rows td:nth-child(6)::before{content:"required "}
.notes tr{grid-template-columns:1fr auto}.notes td:last-child{grid-column:1/-1;color:var(--soft)}}
@media print{:root{color-scheme:light;--page:#fff;--card:#fff;--text:#000;--soft:#444;--line:#bbb;--met:#2d62a3;
--bad:#b3261e;--cell:#2d62a3;--net:#c07c12;--clock:#8a949e;--stripe:#fff}
body{font-size:11px}table,dl.ends{font-size:10px}.p{font-size:9.5px}.p,.path .p{min-width:0}.w{min-width:180px}
nav,input{display:none}.rows a{color:inherit;text-decoration:none}.scroll{overflow:visible}tr,.card{break-inside:avoid}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
details::details-content{content-visibility:visible;height:auto}}
)css";

/// Filters rows by what they contain; sorts by a column, undefined values last; unfolds the path that a link
/// leads to where a browser does not by itself. Without it the tables stand worst first. Neither this nor the
/// style holds a character that would have to be escaped.
inline constexpr char const* html_script = R"js(
document.querySelectorAll('table.rows').forEach(function(table){
var body=table.tBodies[0],box=table.closest('details').querySelector('input');
table.classList.add('by-script');
box.hidden=false;
box.addEventListener('input',function(){
var text=box.value.toLowerCase();
Array.from(body.rows).forEach(function(row){row.hidden=!row.textContent.toLowerCase().includes(text);});});
table.querySelectorAll('th').forEach(function(head,column){
function value(row){
var text=row.cells[column].textContent;
return head.className==='n'?(isNaN(parseFloat(text))?Infinity:parseFloat(text)):text;}
function sort(){
var down=head.getAttribute('aria-sort')==='ascending';
table.querySelectorAll('th').forEach(function(other){other.removeAttribute('aria-sort');});
head.setAttribute('aria-sort',down?'descending':'ascending');
var rows=Array.from(body.rows).map(function(row){return [value(row),row];});
rows.sort(function(a,b){
if(a[0]===b[0])return 0;
if(a[0]===Infinity)return 1;
if(b[0]===Infinity)return -1;
var c=typeof a[0]==='number'?a[0]-b[0]:a[0].localeCompare(b[0],undefined,{numeric:true});
return down?-c:c;});
rows.forEach(function(pair){body.appendChild(pair[1]);});}
head.tabIndex=0;
head.addEventListener('click',sort);
head.addEventListener('keydown',function(e){if(e.key==='Enter')sort();});});});
function unfold(){
var at=document.getElementById(location.hash.slice(1)),inner=at;
while(inner){if(inner.tagName==='DETAILS')inner.open=true;inner=inner.parentElement;}
if(at)at.scrollIntoView();}
window.addEventListener('hashchange',unfold);
unfold();
)js";

}  // namespace gsta::detail
