const nearPx = 80

/**
 * Keeps a log at its end while somebody is there, whatever grows in it. Who scrolls up is left alone, and `toLatest`
 * tells them what they miss.
 */
export function createEndKeeper(log, rows, toLatest) {
  let isAtEnd = true
  let lastTop = 0
  let missed = 0

  const arrive = () => {
    isAtEnd = true
    missed = 0
    toLatest.hidden = true
  }
  const stick = () => {
    arrive()
    log.scrollTop = log.scrollHeight
  }
  log.addEventListener('scroll', () => {
    // Only who goes up leaves the end: lines that grow below, such as pictures that arrive, do not.
    const isUp = log.scrollTop < lastTop
    lastTop = log.scrollTop
    if (log.scrollHeight - log.scrollTop - log.clientHeight < nearPx) arrive()
    else if (isUp) isAtEnd = false
  })
  toLatest.addEventListener('click', stick)
  const observer = new ResizeObserver(() => isAtEnd && stick())
  for (const part of [log, rows]) observer.observe(part)

  return {
    isAtEnd: () => isAtEnd,
    stick,
    /** So many lines came in. */
    note(count) {
      if (isAtEnd || count === 0) return
      missed += count
      toLatest.textContent = missed === 1 ? '1 new message ↓' : `${missed} new messages ↓`
      toLatest.hidden = false
    },
  }
}
