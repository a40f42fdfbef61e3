/** Chats that their platform wants to be left alone for a while. One text for both engines. */
export const chatPauses = `
  -- No message is sent to the chat before that time
  alter table channels add column paused_until bigint;
`
