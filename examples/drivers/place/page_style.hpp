#pragma once

/// How the page looks, and the few lines that draw its placements. No user's text is in here.
namespace place {

inline constexpr char const* page_style = R"css(
:root{color-scheme:light dark;--page:#f3f5f8;--card:#fff;--text:#18202a;--soft:#5b6875;--line:#dde3ea;
--die:#0f1620;--wirelength:#8090a2;--weights:#2f7fd6;--gradient:#e0752d;--bad:#c8362f;--good:#1f8a5b}
@media (prefers-color-scheme:dark){:root{--page:#0d1117;--card:#161c24;--text:#e4eaf0;--soft:#96a3b1;
--line:#2b3541;--die:#080c11;--wirelength:#8d9caf;--weights:#5ba6f5;--gradient:#f2965a;--bad:#f2766d;
--good:#4cc38a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header,footer{max-width:1440px;margin:0 auto;padding:0 24px}
header{padding-top:30px}
h1{font-size:30px;line-height:1.2;margin:0 0 2px;letter-spacing:-.01em}
h2{font-size:17px;margin:0;font-weight:650}
h3{font-size:14px;margin:0 0 8px;font-weight:600}
p{margin:2px 0 12px;max-width:76ch}
.soft{color:var(--soft)}
.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr));gap:18px;margin:16px 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px 18px;min-width:0}
.mode{border-top:3px solid var(--own)}
.mode header{display:flex;align-items:baseline;justify-content:space-between;padding:0;margin:0 0 10px;gap:12px}
.mode header span{font-size:13px;color:var(--soft)}
canvas{display:block;width:100%;aspect-ratio:1;background:var(--die);border-radius:6px}
dl{display:grid;grid-template-columns:repeat(3,1fr);gap:4px 14px;margin:12px 0 0}
dt{font-size:12px;color:var(--soft)}
dd{margin:0;font-size:19px;font-weight:620;font-variant-numeric:tabular-nums;letter-spacing:-.01em}
dd small{display:block;font-size:12.5px;font-weight:500;letter-spacing:0;color:var(--soft)}
dd small.good{color:var(--good)}
dd small.bad{color:var(--bad)}
.scale{display:flex;align-items:center;gap:10px;font-size:12.5px;color:var(--soft);margin:4px 0 0;flex-wrap:wrap}
.scale i{width:min(100%,320px);height:10px;border-radius:5px;display:inline-block}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{font:11.5px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--soft);
font-variant-numeric:tabular-nums}
svg .tick{stroke:var(--line);stroke-width:1}
svg polyline{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
svg circle{stroke:var(--card);stroke-width:2}
.key{display:flex;gap:18px;font-size:13px;color:var(--soft);margin:18px 0 -6px;flex-wrap:wrap}
.key b{display:inline-block;width:18px;height:3px;border-radius:2px;vertical-align:middle;margin-right:7px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:14px}
th{text-align:right;font-weight:600;color:var(--soft);border-bottom:1px solid var(--line);padding:4px 12px 6px 0}
td{text-align:right;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);white-space:nowrap}
tr:last-child td{border-bottom:0}
th:first-child,td:first-child{text-align:left}
footer{padding-top:4px;padding-bottom:40px;color:var(--soft);font-size:13px}
)css";

/// Cells from the best slack to the worst, so that what is late lies on top. A byte is the slack in per cent
/// of the range of colours.
inline constexpr char const* page_script = R"js(
const bytes=s=>Uint8Array.from(atob(s),c=>c.charCodeAt(0));
const late=[[255,214,102],[250,140,53],[226,52,46],[255,46,120]],met=[[112,154,186],[70,112,148],[44,74,104]];
const blend=(stops,t)=>{const at=Math.min(t,.9999)*(stops.length-1),i=Math.floor(at),f=at-i;
return 'rgb('+stops[i].map((a,k)=>Math.round(a+(stops[i+1][k]-a)*f)).join(',')+')'};
const colour=s=>s===127?'#2a3644':s<0?blend(late,-s/100):blend(met,s/100);
for(const c of document.querySelectorAll('canvas')){
const place=new Uint16Array(bytes(c.dataset.place).buffer),slack=new Int8Array(bytes(c.dataset.slack).buffer);
const w=c.width,pen=c.getContext('2d'),cell=+c.dataset.cell*w,pad=w*.02,full=w-2*pad;
pen.strokeStyle='rgba(140,165,190,.35)';pen.lineWidth=2;pen.strokeRect(pad,pad,full,full);
for(let i=0;i<slack.length;i++){const bad=slack[i]<0,size=Math.max(cell,2.2)*(bad?1.25:.92);
pen.fillStyle=colour(slack[i]);
pen.fillRect(pad+place[2*i]/65535*full-size/2,w-pad-place[2*i+1]/65535*full-size/2,size,size)}
const path=new Uint16Array(bytes(c.dataset.path).buffer);
if(path.length>2){pen.lineJoin='round';
for(const [width,style] of [[7,'rgba(8,12,17,.75)'],[3,'#fff']]){pen.beginPath();
for(let i=0;i<path.length;i+=2)pen.lineTo(pad+path[i]/65535*full,w-pad-path[i+1]/65535*full);
pen.lineWidth=width;pen.strokeStyle=style;pen.stroke()}}}
const stops=[];for(let t=-100;t<=100;t+=5)stops.push(colour(t===0?0:t));
document.querySelector('.scale i').style.background='linear-gradient(90deg,'+stops.join(',')+')';
)js";

}  // namespace place
