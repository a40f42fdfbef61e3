/** A field of a draft as people know it. `path` as in `qa.mode`. */
export type EditedField = {
  path: string
  label: string
  /** For what is neither a text, a number, a switch nor a list of texts. */
  toText?: (value: never) => string
}
