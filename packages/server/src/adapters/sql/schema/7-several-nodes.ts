/** Keys that begin with the channel, so that one text serves every engine. */
export const severalNodes = `
  drop index jobs_named;
  create unique index jobs_named on jobs (channel, name) where name is not null and lease is null and buried_at is null;
`
