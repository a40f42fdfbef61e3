/** Shown instead of a channel's screens to people without access. */
export const access = {
  subscribe: {
    title: 'Messages are being saved, but not for you',
    text: 'Turn on your own backup of {{channel}} to read and search its messages, photos and files.',
  },
  disabled: 'This channel is disabled, so nothing new is saved. Turn on your backup to read what was saved before.',
  away: 'Innkeeper isn’t in this chat any more, so nothing new is saved. Turn on your backup to read what was saved before.',
  blocked: 'You blocked the bot, so nothing new is saved. Turn on your backup to read what was saved before.',
  /** Why nothing is saved. */
  pause: {
    disabled: 'This channel is disabled. New messages aren’t being saved.',
    away: 'Innkeeper isn’t in this chat any more, so nothing is saved. Invite it again to continue.',
    blocked: 'You blocked the bot, so nothing is saved. Unblock it to continue.',
  },
  off: 'The backup of {{channel}} is turned off. In Settings, choose who can read it.',
  notAllowed: {
    title: 'You can’t read this backup',
    text: 'The owner of {{channel}} chooses who can read its backup. Right now, your role can’t.',
  },
  noAccess: {
    title: 'You don’t have access to {{channel}} yet',
    text: 'You’re a guest there. The owner or an admin has to approve you before you can read messages.',
  },
  kept: {
    title: 'What is saved',
    forever: 'All messages, photos and files in this chat, until someone deletes them.',
    days_one: 'All messages, photos and files in this chat, for {{count}} day.',
    days_other: 'All messages, photos and files in this chat, for {{count}} days.',
    unsending: 'Unsent messages are deleted.',
    deleting:
      'Messages deleted in the chat stay saved. To remove one here, too, reply to it with /delete before you delete it there.',
    notKept: 'Messages from people who send /private aren’t saved.',
  },
  readers: {
    title: 'Who can read it',
    members_one: 'Members who turned on their own backup. {{count}} person has so far.',
    members_other: 'Members who turned on their own backup. {{count}} people have so far.',
    admins_one: 'The owner and admins who turned on their own backup. {{count}} person has so far.',
    admins_other: 'The owner and admins who turned on their own backup. {{count}} people have so far.',
  },
  checkAgain: 'Refresh',
} as const
