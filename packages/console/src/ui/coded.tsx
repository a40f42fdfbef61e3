import { Code } from '@mantine/core'

/** Text in which code is between backquotes. */
export function Coded({ text }: { text: string }) {
  const pieces = text.split('`')
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a sentence have no id, and their order never changes
  return pieces.map((piece, index) => (index % 2 === 1 ? <Code key={index}>{piece}</Code> : piece))
}
