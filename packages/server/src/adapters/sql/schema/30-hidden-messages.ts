/** Groups whose messages the platform hides from the bot. One text for both engines. */
export const hiddenMessages = `
  -- 0: the platform's settings hide messages of the chat from the bot, as far as is known
  alter table channels add column sees_all_messages integer not null default 1;
  create index channels_with_hidden_messages on channels (platform) where sees_all_messages = 0;
`
