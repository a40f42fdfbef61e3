/** Shown instead of a channel's screens to people without access. */
export const access = {
  subscribe: {
    title: 'Messages are being kept, but not for you',
    text: 'Turn on your own backup of {{channel}} to read and search the conversation here, with its pictures and files.',
  },
  disabled: 'This channel is disabled, so nothing new is kept. Turn on your backup to read what was kept before.',
  off: 'The backup of {{channel}} is turned off. You can choose who can read it in Settings.',
  notAllowed: {
    title: 'You can’t read this backup',
    text: 'The owner of {{channel}} decides who can use its backup, and right now your role can’t.',
  },
  noAccess: {
    title: '{{channel}} is behind a closed door',
    text: 'You are a guest there: somebody who looks after the channel has to let you in before you can read.',
  },
  checkAgain: 'Look again',
} as const
