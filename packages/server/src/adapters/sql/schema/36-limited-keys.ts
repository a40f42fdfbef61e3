/** Keys for chosen channels. One text for both engines. */
export const limitedKeys = `
  -- Numbers of channels between commas; null: all channels of its person
  alter table keys add column channels text;
`
