/** Figures of imports that are needed for many messages and days, so that no one has to read their outcomes. */
export const importFigures = {
  sqlite: step((member) => `coalesce(outcome, preview) ->> '$.${member}'`),
  postgres: step((member) => `cast(coalesce(outcome, preview) as json) ->> '${member}'`),
}

function step(read: (member: string) => string): string {
  const number = (member: string) => `cast(${read(member)} as bigint)`
  return `
  -- The program that saved the file
  alter table imports add column format text;
  -- When its first and its last message were sent
  alter table imports add column first_at bigint;
  alter table imports add column last_at bigint;
  -- Messages that were here already
  alter table imports add column here bigint;
  update imports set format = ${read('format')}, first_at = ${number('firstAt')}, last_at = ${number('lastAt')},
    here = ${number('here')} where coalesce(outcome, preview) is not null;
`
}
