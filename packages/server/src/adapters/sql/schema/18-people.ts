/** What is shown about a person. One text for both engines. */
export const people = `
  -- When they last posted or joined, to within an hour; null: not since this release was installed
  alter table members add column seen_at bigint;
  -- The history of a person's role
  create index audit_of_target on audit (channel, action, target);
  -- Whether browsers of the person an operator is have operator rights, too
  alter table operators add column shares_rights integer not null default 0;
`
