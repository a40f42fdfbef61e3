import { Anchor, Code } from '@mantine/core'

/** `` `code` `` or `[words](/guide/page#section)`, which leads to a page of the guide. */
const marks = /(`[^`]+`|\[[^\]]+\]\(\/guide\/[\w#-]+\))/

/** Text in which code is between backquotes, and which can link to the guide. */
export function Coded({ text }: { text: string }) {
  return text.split(marks).map((piece, index) => {
    const [, words, href] = /^\[(.+)\]\((.+)\)$/.exec(piece) ?? []
    if (href !== undefined) {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a sentence have no id, and their order never changes
        <Anchor key={index} inherit underline="always" href={href} target="_blank">
          {words}
        </Anchor>
      )
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: the same
    return index % 2 === 1 ? <Code key={index}>{piece.slice(1, -1)}</Code> : piece
  })
}
