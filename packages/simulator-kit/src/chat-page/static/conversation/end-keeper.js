const nearPx = 80

/**
 * Keeps a log scrolled to its end, even if rows in it grow. After scrolling up it stays where it is, and `toLatest` shows how
 * much is new.
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
    // Only scrolling up leaves the end; rows that grow, such as pictures that load, do not.
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
    /** This many entries arrived. */
    note(count) {
      if (isAtEnd || count === 0) return
      missed += count
      toLatest.textContent = missed === 1 ? '1 new message ↓' : `${missed} new messages ↓`
      toLatest.hidden = false
    },
  }
}
