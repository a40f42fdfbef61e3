/** When people were first seen, which stays when they leave and come back. One text for both engines. */
export const firstSeen = `
  -- Null: never seen before joined_at
  alter table members add column first_seen_at bigint;
  update members set first_seen_at = (
    select min(h.time) from happenings h where h.channel = members.channel and h.user_id = members.user_id
  ) where exists (
    select 1 from happenings h where h.channel = members.channel and h.user_id = members.user_id
      and h.time < members.joined_at
  );
`
