/** The person in the chats who an operator is. One text for both engines. */
export const operatorPerson = `
  alter table operators add column user_id text;
  -- A code that an operator made for themselves
  alter table claim_codes add column operator_id text;
`
