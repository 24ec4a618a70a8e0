// The drawings of the pieces: SVG in a box of 45 by 45, in the manner of the orthodox set by
// Colin M.L. Burnett that chessgroundx brings and that the orthodox pieces are taken from.

/** The colours of a side: the body, its outline, and lines inside it. */
export const INKS = {
  white: { body: '#fff', line: '#000', detail: '#000' },
  black: { body: '#000', line: '#000', detail: '#ececec' },
};

const group = (ink, inner) =>
  `<g fill="${ink.body}" fill-rule="evenodd" stroke="${ink.line}" stroke-width="1.5" ` +
  `stroke-linecap="round" stroke-linejoin="round">${inner}</g>`;

const details = (ink, inner) => `<g fill="none" stroke="${ink.detail}">${inner}</g>`;
const dots = (ink, inner) => `<g fill="${ink.detail}" stroke="none">${inner}</g>`;

/** The foot that the guards and the bers stand on. */
const foot = '<path d="M10.5 39.5h24v-2.2c0-1.6-1.6-2.3-3-2.3h-18c-1.4 0-3 .7-3 2.3z"/>';

/** The Hia: a guard behind a round shield, with a rivet for each of the eight squares he guards. */
function hia(ink) {
  const rivets = [...Array(8).keys()].map(i => {
    const angle = (i * Math.PI) / 4;
    const at = (radius, turn) => (radius * turn(angle)).toFixed(2);
    return `<circle cx="${22.5 + +at(8, Math.sin)}" cy="${24 + +at(8, Math.cos)}" r="1.15"/>`;
  });
  return group(ink,
    foot +
    '<path d="M22.5 4.2v3.3"/><path d="M15.6 15.5c0-5.2 3-8 6.9-8s6.9 2.8 6.9 8z"/>' +
    '<circle cx="22.5" cy="24" r="11.6"/>' +
    details(ink, '<circle cx="22.5" cy="24" r="3.6"/>' +
      (ink.body === '#000' ? '<circle cx="22.5" cy="24" r="10.4" stroke-width="1.1"/>' : '')) +
    dots(ink, rivets.join('') + '<circle cx="22.5" cy="24" r="1.3"/>') +
    '<circle cx="22.5" cy="4.6" r="1.5"/>');
}

/** The Bodyguard: a helmet with a plume above a long shield with a chevron. */
function bodyguard(ink) {
  return group(ink,
    foot +
    '<path d="M22.5 8.5c-1-3.4 2.6-5.6 8-4.6-2 1-2.8 2.6-4 5"/>' +
    '<path d="M15 17v-2.5c0-4.4 3.2-7 7.5-7s7.5 2.6 7.5 7V17z"/>' +
    '<path d="M12 15.5h21v8.2c0 6.3-4.2 10.2-10.5 12.6C16.2 33.9 12 30 12 23.7z"/>' +
    details(ink, '<path d="M15.5 26l7-5.5 7 5.5M17.5 30.2l5-4 5 4"/>' +
      (ink.body === '#000'
        ? '<path stroke-width="1.1" d="M13.3 16.8h18.4v6.9c0 5.4-3.6 8.9-9.2 11.2-5.6-2.3-9.2-5.8-9.2-11.2z"/>'
        : '')));
}

/** The bers: a snow leopard's head on a foot. */
function bers(ink) {
  return group(ink,
    foot +
    '<path d="M16 30l-2.5 5h18L29 30z"/>' +
    '<path d="M10.2 7.5c3 .2 5.6 1.7 7 4.2 3.3-1.2 7.3-1.2 10.6 0 1.4-2.5 4-4 7-4.2 1 3.7.6 7-.9 9.6 1.3 3.2.8 6.6-.9 9.4l1.5.9-3.5.9c-2.3 2.4-5.3 3.7-8.5 3.7s-6.2-1.3-8.5-3.7l-3.5-.9 1.5-.9c-1.7-2.8-2.2-6.2-.9-9.4-1.5-2.6-1.9-5.9-.9-9.6z"/>' +
    details(ink, '<path stroke-width="1.3" d="M22.5 26.2v1.7c-.6 1.3-2.2 1.7-3.4 1M22.5 27.9c.6 1.3 2.2 1.7 3.4 1M13 23.5l3.3.6M32 23.5l-3.3.6M13 12.2c.6.6 1 1.3 1.2 2M32 12.2c-.6.6-1 1.3-1.2 2"/>') +
    dots(ink, '<ellipse cx="17.8" cy="20" rx="1.5" ry="1.9"/><ellipse cx="27.2" cy="20" rx="1.5" ry="1.9"/>' +
      '<path d="M20.5 24.2h4l-2 2.4z"/>' +
      '<circle cx="22.5" cy="13.6" r="1"/><circle cx="19.4" cy="14.9" r=".9"/><circle cx="25.6" cy="14.9" r=".9"/><circle cx="22.5" cy="17" r=".9"/>'));
}

/** The kwagga: the knight's head, striped like the animal's fore part. */
function kwagga(ink, knight) {
  return knight + group(ink, details(ink,
    '<path stroke-width="1.7" d="M26.5 12.3c-.4 2-.8 3.3-1.6 4.9M30.3 14.7c-1.2 2.3-2.6 4-4.7 5.7M33.2 18.3c-2.1 2.7-4.6 4.7-7.9 6.3M35.2 22.8c-3.2 3-6.7 4.8-11.2 6.2M36.4 27.8c-4.2 3-8.8 4.5-14.4 5.3M37 33c-5 2.6-10.4 3.7-16.4 3.9"/>' +
    '<path stroke-width="1.4" d="M19.3 13.3c-.2 1.7-.7 3-1.7 4.2M15.9 18.5c.5 1.5.4 3-.2 4.5"/>'));
}

/** The minister: the knight's head under the bishop's ball and cross. */
function minister(ink, knight) {
  return `<g transform="translate(3.4 6.9) scale(.86)">${knight}</g>` + group(ink,
    '<path d="M14.3 11.5c.4-3.2 3.8-5 7.2-6.5 3.4 1.5 6.8 3.3 7.2 6.5-2.5 1.7-11.9 1.7-14.4 0z"/>' +
    '<circle cx="21.5" cy="3.7" r="1.9"/>' +
    details(ink, '<path stroke-width="1.3" d="M21.5 7v4M19.5 8.8h4"/>'));
}

/** What is not in the orthodox set, by letter; each takes the inks and the knight's drawing. */
export const FAIRY = { h: hia, g: bodyguard, j: bers, w: kwagga, m: minister };

/** Xiangqi's sides: the colour of characters and figures, and of the disc's rim. */
export const DISC_INKS = {
  white: { ink: '#b21f1f', rim: '#8c4a22' },
  black: { ink: '#1d2b26', rim: '#5b4a35' },
};

/** A wooden disc with something on it. */
export function disc({ ink, rim }, inner) {
  return '<defs><radialGradient id="w" cx=".38" cy=".32" r=".8"><stop offset="0" stop-color="#fff3d6"/>' +
    '<stop offset=".7" stop-color="#f3d9a4"/><stop offset="1" stop-color="#dcb878"/></radialGradient></defs>' +
    '<circle cx="22.9" cy="23.5" r="20.3" fill="#000" opacity=".28"/>' +
    `<circle cx="22.5" cy="22.5" r="20.2" fill="url(#w)" stroke="${rim}" stroke-width="1.2"/>` +
    `<circle cx="22.5" cy="22.5" r="17.3" fill="none" stroke="${ink}" stroke-width="1.1"/>${inner}`;
}

/** Xiangqi's pieces as silhouettes, by letter, drawn to fit the disc's inner ring. */
const SILHOUETTES = {
  // A crown: the general.
  k: '<path d="M12.5 17l4.8 5.2 5.2-9 5.2 9 4.8-5.2-1.7 13h-16.6z"/><path d="M14.2 31.5h16.6v2.5h-16.6z"/><circle cx="22.5" cy="11.6" r="1.7"/><circle cx="12" cy="15.3" r="1.5"/><circle cx="33" cy="15.3" r="1.5"/>',
  // An official's hat with its two wings: the advisor.
  a: '<path d="M16 21.5c0-2.6.9-4.3 2.3-5.2.2-2.9 1.6-4.6 4.2-4.6s4 1.7 4.2 4.6c1.4.9 2.3 2.6 2.3 5.2z"/><path d="M15 19.8c-2.6-1.3-5.2-1.3-7.3.3 1.9 1.9 4.7 2.1 7.3 1zM30 19.8c2.6-1.3 5.2-1.3 7.3.3-1.9 1.9-4.7 2.1-7.3 1z"/><path d="M18 22.7h9c0 3.6-1.8 6-4.5 6s-4.5-2.4-4.5-6z"/><path d="M13 35c.5-4 3-6 6-6.3 1 1 2.2 1.5 3.5 1.5s2.5-.5 3.5-1.5c3 .3 5.5 2.3 6 6.3z"/>',
  // The elephant: head, ear, tusk and trunk.
  b: '<path d="M11.5 20.5c0-5 4.2-8.3 9.7-8.3 7 0 12.3 4.6 12.3 11.3v9.8h-4.3v-5.5h-3.7v5.5h-4.3v-6c-1.7.3-3 .1-4.2-.5.3 3 0 6.6-3.3 7-1.8.2-3-.9-3-2.4h1.9c.3.5.7.6 1.1.5 1-.4.4-3.4-.3-5.9-.5-1.7-1.9-3-1.9-5.5z"/><g fill="none" stroke="#f3d9a4" stroke-width="1.2"><path d="M20.8 15.5c3.7 0 5 3.3 4.3 6.3-.5 2-2.3 3.3-4.3 2.9"/></g><circle cx="16.5" cy="18.3" r="1" fill="#f3d9a4"/>',
  // The horse.
  n: '<path d="M22 10.5c8 .7 12 6.6 12 22.7H16.5c0-6.8 7.2-5 5.7-15.7z"/><path d="M23.5 17c.3 2.2-4 5.6-6 6.8-2.2 1.5-2 3.2-3.7 3-.8-.7 1-2.3 0-2.3-.8 0 .1 1-.8 1.5-.7 0-3 .8-3-3 0-1.5 4.5-9 4.5-9s1.4-1.5 1.5-2.7c-.5-.7-.4-1.5-.4-2.2.8-.8 2.3 1.8 2.3 1.8h1.5s.6-1.5 1.9-2.2c.7 0 .7 2.2.7 2.2"/><circle cx="16.3" cy="17.3" r=".9" fill="#f3d9a4"/>',
  // The chariot: a canopy above a wheel.
  r: '<path d="M10.5 16.5c3-3.6 7-5.5 12-5.5s9 1.9 12 5.5z"/><path d="M15 17.5h2v6h-2zM28 17.5h2v6h-2z"/><path d="M12 22.5h21v3.2H12z"/><circle cx="22.5" cy="28.8" r="5.6" fill="none" stroke-width="1.9"/><path d="M22.5 23.5v10.6M17.2 28.8h10.6M18.7 25l7.6 7.6M26.3 25l-7.6 7.6" fill="none" stroke-width="1"/>',
  // The cannon.
  c: '<path d="M9.8 17.8l3.2-4.3 18.5 9.2c2 1.2 2.3 3.7 1 5.5-1.2 1.7-3.6 2-5.3.9z"/><circle cx="22.3" cy="28" r="5.5" fill="#f3d9a4" stroke-width="2"/><path d="M22.3 22.8v10.4M17.1 28h10.4" fill="none" stroke-width="1.3"/><circle cx="22.3" cy="28" r="1.6"/><path d="M31.7 27.7l4 5.5" stroke-width="2"/>',
  // The soldier: a conical hat, a body and a spear.
  p: '<path d="M13 18.5c2.8-2.3 5.6-4.8 8.3-7.7 2.7 2.9 5.5 5.4 8.3 7.7z"/><circle cx="21.3" cy="19.6" r="3.7"/><path d="M13.5 34c0-6.5 3-10 7.8-10s7.8 3.5 7.8 10z"/><path d="M32.5 13v21" fill="none" stroke-width="1.7"/><path d="M32.5 8.7l1.9 5h-3.8z"/>',
};

/** A silhouette in the ink of a side. */
export function silhouette(letter, { ink }) {
  return `<g fill="${ink}" stroke="${ink}" stroke-width=".8" stroke-linejoin="round" stroke-linecap="round">` +
    `${SILHOUETTES[letter]}</g>`;
}

/** Xiangqi's characters by letter: Red's, Black's. */
export const CHARACTERS = {
  k: ['帥', '將'], a: ['仕', '士'], b: ['相', '象'], n: ['傌', '馬'], r: ['俥', '車'], c: ['炮', '砲'],
  p: ['兵', '卒'],
};
