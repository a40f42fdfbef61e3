import type { Making } from './make-demo.ts'

/** Prints once what takes time; on a terminal also a progress bar, which is removed at the end. */
export function createDemoProgress(): Making['progress'] & { end(): void } {
  const isTerminal = process.stderr.isTTY
  let [total, done, shown] = [0, 0, -1]
  const show = () => {
    const percent = Math.floor((100 * done) / total)
    if (!isTerminal || percent === shown) return
    shown = percent
    const filled = Math.round(percent / 5)
    process.stderr.write(`\r\x1b[K  ${'█'.repeat(filled)}${'░'.repeat(20 - filled)}  ${percent} %`)
  }
  return {
    begin(events) {
      total = events
      console.log('\n  Creating a sample group with four weeks of chat. This happens once and takes a few seconds.')
      show()
    },
    advance(events) {
      done = Math.min(total, done + events)
      show()
    },
    end() {
      if (isTerminal && shown >= 0) process.stderr.write('\r\x1b[K')
    },
  }
}
