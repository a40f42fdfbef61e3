/** Web addresses, as people type them. */
const link = /(?:https?:\/\/|(?<![\p{L}\p{N}])www\.)[^\s<>"]{2}/iu

export function hasLink(text: string): boolean {
  return link.test(text)
}
