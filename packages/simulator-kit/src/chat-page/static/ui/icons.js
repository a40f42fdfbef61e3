import { el, svg } from './dom.js'

const shapes = {
  back: ['M15 5l-7 7 7 7'],
  people: [
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
    'M2.5 20c.4-3.6 3-5.6 6.5-5.6s6.1 2 6.5 5.6',
    'M16 4.5a3.3 3.3 0 0 1 0 6.3',
    'M18 14.8c2 .7 3.2 2.5 3.5 5.2',
  ],
  plus: ['M12 5v14', 'M5 12h14'],
  smile: ['M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', 'M8.5 14.5c1.8 2 5.2 2 7 0', 'M9 9.5v.01', 'M15 9.5v.01'],
  send: ['M12 19V6', 'M6 12l6-6 6 6'],
  chat: ['M5 5h14v11h-7l-4 4v-4H5z'],
  reply: ['M9 7l-5 5 5 5', 'M4 12h9c4 0 6.5 2 7 6'],
  edit: ['M4 20l1-4L16 5l3 3L8 19z'],
  unsend: ['M5 7h14', 'M10 7V4h4v3', 'M7 7l1 13h8l1-13'],
  close: ['M6 6l12 12', 'M18 6L6 18'],
  image: ['M4 5h16v14H4z', 'M4 16l5-5 4 4 3-3 4 4', 'M15.5 9v.01'],
  file: ['M6 3h8l4 4v14H6z', 'M14 3v4h4'],
  place: ['M12 21c4-4.5 6.5-7.8 6.5-11a6.5 6.5 0 0 0-13 0c0 3.2 2.5 6.5 6.5 11z', 'M12 12v-.01'],
  bot: ['M5 9h14v10H5z', 'M12 9V5', 'M12 5v-.01', 'M9.5 13.5v1', 'M14.5 13.5v1'],
  moon: ['M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z'],
  sun: [
    'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9z',
    'M12 2v2',
    'M12 20v2',
    'M2 12h2',
    'M20 12h2',
    'M5 5l1.4 1.4',
    'M17.6 17.6L19 19',
    'M19 5l-1.4 1.4',
    'M6.4 17.6L5 19',
  ],
  auto: ['M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', 'M12 3v18', 'M12 7h5.5', 'M12 12h8.5', 'M12 17h5.5'],
}

export function icon(name) {
  const paths = shapes[name].map((d) => svg('path', { d }))
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ...paths)
}

/** A round icon button. Its label is for screen readers and the tooltip. */
export function iconButton(name, label, onclick, props = {}) {
  const { class: extra = '', ...rest } = props
  const attributes = { type: 'button', class: `icon-button ${extra}`, 'aria-label': label, title: label }
  return el('button', { ...attributes, onclick, ...rest }, icon(name))
}
