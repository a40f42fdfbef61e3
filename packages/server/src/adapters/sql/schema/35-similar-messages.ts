/** Imported messages that may be here in another wording. One text for both engines. */
export const similarMessages = `
  -- 1 if its sender sent a similar text in the same minute, which the file doesn't have
  alter table import_rows add column is_similar bigint;
`
