import { nameOf, store } from '../data/store.js'
import { dayOf, problemOf, sentenceOf } from '../data/words.js'
import { el } from '../ui/dom.js'
import { drawMessage } from './message-row.js'

/** The rows on the page. Only rows that changed are drawn again. */
export function createRowList(acts) {
  const node = el('div', { class: 'log-rows' })
  let drawn = new Map()
  return {
    node,
    show(rows) {
      const next = new Map()
      for (const row of rows) {
        const old = drawn.get(row.key)
        const one = old?.row.looks === row.looks ? { ...old, row } : { ...drawRow(row, acts), row }
        one.update?.(row)
        next.set(row.key, one)
      }
      drawn = next
      const nodes = [...drawn.values()].map((one) => one.node)
      arrange(node, nodes)
    },
    clear() {
      drawn = new Map()
      node.replaceChildren()
    },
    /** The node of the row that shows an entry. */
    find(entry) {
      return [...drawn.values()].find(({ row }) => row.entries?.includes(entry))?.node
    },
  }
}

function drawRow(row, acts) {
  if (row.kind === 'day') return { node: el('div', { class: 'day', role: 'separator' }, dayOf(row.at)) }
  if (row.kind === 'message') return drawMessage(row, acts)
  const problem = el('span', { class: 'problem', hidden: true })
  const words = sentenceOf(row.entry, nameOf, store.bot.name)
  const node = el('p', { class: 'happening' }, words, problem)
  const update = ({ entry }) => {
    problem.textContent = problemOf(entry)
    problem.hidden = problem.textContent === ''
  }
  return { node, update }
}

/** Orders the nodes, moving only those that are out of place. */
function arrange(parent, nodes) {
  const wanted = new Set(nodes)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  let place = parent.firstChild
  for (const node of nodes) {
    if (node === place) place = place.nextSibling
    else parent.insertBefore(node, place)
  }
}
