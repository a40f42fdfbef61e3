import { Code } from '@mantine/core'

/** Text in which code is between backquotes. */
export function Coded({ text }: { text: string }) {
  const pieces = text.split('`')
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence have nothing else to tell them apart, and never move
  return pieces.map((piece, index) => (index % 2 === 1 ? <Code key={index}>{piece}</Code> : piece))
}
