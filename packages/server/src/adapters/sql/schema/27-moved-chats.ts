/** Chats whose platform gives them another ID, and what platforms say about roles. One text for both engines. */
export const movedChats = `
  -- Where the platform reaches the chat now; null: under the channel's own ID
  alter table channels add column chat_id text;

  -- Further IDs under which the platform knows the chat of a channel, or knew it
  create table chat_moves (
    chat_id text primary key,
    channel bigint not null,
    -- The number of a second channel that had this ID, and became one with the first
    merged bigint
  );
  create index chat_moves_of_channel on chat_moves (channel);

  -- A person's role in the chat, as the platform last reported it; null: it reported none
  alter table members add column platform_role text;
`
