/** Shown instead of a channel's screens to people without access. */
export const access = {
  subscribe: {
    title: 'Messages are being saved, but not for you',
    text: 'Turn on your own backup of {{channel}} to read and search its messages, photos and files.',
  },
  disabled: 'This channel is disabled, so nothing new is saved. Turn on your backup to read what was saved before.',
  off: 'The backup of {{channel}} is turned off. In Settings, choose who can read it.',
  notAllowed: {
    title: 'You can’t read this backup',
    text: 'The owner of {{channel}} chooses who can read its backup. Right now, your role can’t.',
  },
  noAccess: {
    title: 'You don’t have access to {{channel}} yet',
    text: 'You’re a guest there. The owner or an admin has to approve you before you can read messages.',
  },
  checkAgain: 'Refresh',
} as const
