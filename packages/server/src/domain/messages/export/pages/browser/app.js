// @ts-check

/**
 * The script of exported pages. It is written to `app.js` as it stands here, so it uses nothing outside this function. Without it,
 * everything can be read; with it, months lead to each other, and all texts can be searched.
 */
export function startPages() {
  /** @typedef {[page: number, anchor: string, time: string, person: number, text: string]} Row */
  /** @typedef {{ month: string, row: Row, who: string }} Hit */
  /** @typedef {{ month: string, rows: Row[], folded: string[], people: string[] }} Month */
  /** @typedef {{ text: string, folded: string }} Query */

  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const up = script.dataset.up ?? ''
  /** @type {Record<string, string>} */
  const words = JSON.parse(script.dataset.words ?? '{}')
  const hitsShown = 100

  /** @param {string} name @param {Record<string, string>} [values] */
  const say = (name, values = {}) => (words[name] ?? '').replace(/\{(\w+)\}/g, (_, key) => values[key] ?? '')

  /** Width, case and composition of characters don't matter. @param {string} text */
  const fold = (text) => {
    const normal = text.normalize('NFKC')
    const upper = normal.toUpperCase()
    return upper === normal ? normal : upper.normalize('NFKC')
  }

  /** A page on `file:` can't fetch, but it can load scripts. @param {string} path @returns {Promise<boolean>} */
  const load = (path) =>
    new Promise((resolve) => {
      const element = document.createElement('script')
      element.onload = () => resolve(true)
      element.onerror = () => resolve(false)
      element.src = up + path
      document.head.append(element)
    })

  const form = document.querySelector('form[role=search]')
  if (form instanceof HTMLFormElement) {
    if (form.id === 'search') startSearch(form)
    else leadToSearch(form)
  }
  if (document.body.dataset.month) void linkMonths()

  /** All months are searched on the first page. @param {HTMLFormElement} form */
  function leadToSearch(form) {
    form.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const text = form.querySelector('input')?.value.trim() ?? ''
      location.href = `${up}index.html${text === '' ? '' : `#q=${encodeURIComponent(text)}`}`
    })
  }

  /** Adds links to the months before and after this one. */
  async function linkMonths() {
    /** @type {string[]} */
    let months = []
    Object.assign(window, { listMonths: (/** @type {string[]} */ list) => (months = list) })
    await load('search/months.js')
    const at = months.indexOf(document.body.dataset.month ?? '')
    if (at < 0) return
    const steps = [...stepTo(months[at - 1], 'prev'), ...stepTo(months[at + 1], 'next')]
    for (const nav of document.querySelectorAll('nav.steps')) {
      nav.replaceChildren(...steps.map((step) => step.cloneNode(true)))
    }
  }

  /**
   * A month that has several pages links them itself.
   * @param {string | undefined} month
   * @param {'prev' | 'next'} rel
   */
  function stepTo(month, rel) {
    const known = document.querySelector(`nav.steps a[rel=${rel}]`)
    if (known) return [known]
    if (!month) return []
    const link = document.createElement('a')
    link.rel = rel
    link.href = `${up}pages/${month}.html`
    link.textContent = say(rel === 'prev' ? 'earlierPage' : 'laterPage')
    return [link]
  }

  /** @param {HTMLFormElement} form */
  function startSearch(form) {
    const input = /** @type {HTMLInputElement} */ (document.getElementById('query'))
    const status = /** @type {HTMLElement} */ (document.getElementById('status'))
    const list = /** @type {HTMLElement} */ (document.getElementById('results'))
    const more = /** @type {HTMLButtonElement} */ (document.getElementById('more'))
    const overview = /** @type {HTMLElement} */ (document.getElementById('overview'))
    /** Newest first, like the results. @type {HTMLAnchorElement[]} */
    const months = [...document.querySelectorAll('a')].filter((link) => link.dataset.search).reverse()
    /** @type {Map<string, Month>} */
    const loaded = new Map()
    /** Files that were asked for. @type {Map<string, Promise<boolean>>} */
    const asked = new Map()
    /** The browser reads the next ones while one is searched. */
    const filesAhead = 6
    /** @type {Hit[]} */
    let hits = []
    let shown = 0
    /** Of the newest search: an older one stops. */
    let run = 0
    /** @type {Query} */
    let query = { text: '', folded: '' }
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer

    Object.assign(window, {
      addMonth(/** @type {string} */ month, /** @type {Row[]} */ rows, /** @type {string[]} */ people) {
        rows.reverse()
        loaded.set(month, { month, rows, folded: rows.map(([, , , , text]) => fold(text)), people })
      },
    })

    /** Once for each file. One that couldn't be read is tried again by the next search. @param {HTMLAnchorElement | undefined} link */
    function ask(link) {
      const { search: path = '' } = link?.dataset ?? {}
      const known = asked.get(path)
      if (known || path === '') return known
      const asking = load(path)
      asked.set(path, asking)
      void asking.then((isLoaded) => isLoaded || asked.delete(path))
      return asking
    }

    /** Before anything is typed. @param {number} from */
    const askAhead = (from) => {
      for (const month of months.slice(from, from + filesAhead)) void ask(month)
    }

    /** @param {string} text */
    async function search(text) {
      const own = ++run
      query = { text, folded: fold(text) }
      hits = []
      shown = 0
      list.replaceChildren()
      more.hidden = true
      overview.hidden = text !== ''
      if ([...text].length < 2) {
        status.textContent = text === '' ? '' : say('typeMore')
        return
      }
      /** @type {string[]} */
      const unreadable = []
      for (const [index, link] of months.entries()) {
        const { month: name = '', search: path = '' } = link.dataset
        if (!loaded.has(name)) {
          status.textContent = say('progress', { month: link.textContent ?? '' })
          askAhead(index)
          await ask(link)
          if (own !== run) return
        }
        const month = loaded.get(name)
        if (!month) unreadable.push(say('unreadable', { file: path }))
        else addHits(month)
        if (shown < hitsShown) show(hitsShown)
      }
      more.hidden = shown === hits.length
      const count = hits.length.toLocaleString(words.tag)
      const found = hits.length === 0 ? say('noResults', { query: text }) : say('results', { count })
      status.textContent = [found, ...unreadable].join(' ')
    }

    /** @param {Month} month */
    function addHits({ month, rows, folded, people }) {
      for (const [index, row] of rows.entries()) {
        const [, , , person, text] = row
        const isHit = folded[index]?.includes(query.folded) || text.includes(query.text)
        if (isHit) hits.push({ month, row, who: people[person] ?? '' })
      }
    }

    /** Up to this many. @param {number} most */
    function show(most) {
      list.append(...hits.slice(shown, most).map(resultOf))
      shown = Math.min(most, hits.length)
      more.hidden = shown === hits.length
    }

    /** @param {Hit} hit */
    function resultOf({ month, row: [page, anchor, time, , text], who }) {
      const item = document.createElement('li')
      const link = document.createElement('a')
      const head = document.createElement('small')
      const name = document.createElement('bdi')
      name.textContent = who
      head.append(name, ` · ${time}`)
      link.href = `pages/${month}${page > 1 ? `-${page}` : ''}.html#${anchor}`
      link.append(head, excerpt(text))
      item.append(link)
      return item
    }

    /** The text around the place that was found. @param {string} text */
    function excerpt(text) {
      const before = 60
      const after = 180
      const span = document.createElement('span')
      span.dir = 'auto'
      const at = findIn(text)
      const start = Math.max(0, at - before)
      const end = at + query.text.length
      /** @param {string} part */
      const clean = (part) => part.toWellFormed()
      span.append(start > 0 ? '…' : '', clean(text.slice(start, Math.max(at, 0))))
      if (at >= 0) {
        const mark = document.createElement('mark')
        mark.textContent = text.slice(at, end)
        span.append(mark)
      }
      const rest = text.slice(at < 0 ? 0 : end)
      span.append(clean(rest.slice(0, after)), rest.length > after ? '…' : '')
      return span
    }

    /** Where it was found, if folding moved nothing before it; otherwise -1. @param {string} text */
    function findIn(text) {
      const exact = text.indexOf(query.text)
      if (exact >= 0) return exact
      const folded = fold(text)
      return folded.length === text.length && query.folded.length === query.text.length
        ? folded.indexOf(query.folded)
        : -1
    }

    const start = () => {
      clearTimeout(timer)
      // So that going back from a message leads to the same results.
      history.replaceState(null, '', input.value === '' ? location.pathname : `#q=${encodeURIComponent(input.value)}`)
      void search(input.value.trim())
    }

    form.hidden = false
    document.getElementById('needs-script')?.remove()
    more.addEventListener('click', () => show(shown + hitsShown))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      start()
    })
    input.addEventListener('focus', () => askAhead(0))
    input.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(start, 150)
    })
    const wanted = /^#q=(.*)$/.exec(location.hash)?.[1]
    if (wanted !== undefined) {
      try {
        input.value = decodeURIComponent(wanted)
      } catch {
        input.value = wanted
      }
    }
    // A browser may also fill in what was typed before.
    if (input.value !== '') void search(input.value.trim())
  }
}
