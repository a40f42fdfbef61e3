import type { PageWords } from './page-words.ts'

export const english: PageWords = {
  allMonths: 'All months',
  months: 'Months',
  earlierPage: 'Earlier',
  laterPage: 'Later',
  page: 'page {page}',
  search: {
    label: 'Search all messages',
    typeMore: 'Type at least two characters.',
    progress: 'Searching {month}…',
    results: 'Results: {count}',
    noResults: 'No results for “{query}”.',
    more: 'Show more',
    unreadable: 'Could not read {file}. Keep all files of this folder together.',
    needsScript: 'Search needs JavaScript. Everything else works without it.',
  },
  missing: {
    title: 'What’s missing',
    ofMonth: 'Has gaps',
    nothing: 'No gaps are known.',
    why: {
      'bot-added': 'Innkeeper wasn’t in the chat.',
      'backup-on': 'The backup was off.',
      enabled: 'The channel was disabled.',
      'events-missed': 'The platform couldn’t deliver some messages.',
    },
    messages: 'Messages unsent or expired while this export was made, and left out: {count}',
    gone: 'Messages unsent or expired since this export started: {count}. Months downloaded later don’t contain them.',
    files: 'Files that couldn’t be read, and are left out: {count}',
  },
  limits: {
    title: 'What was exported',
    days: 'Days: {from} – {to}',
    sender: 'Only messages of one person',
    own: 'Only messages of the person who made this export',
    type: 'Only this type: {type}',
    noFiles: 'Without photos and files',
  },
  howTo: {
    title: 'How to read this',
    lines: [
      'Choose a month. Select a photo to see it in full size, and a reply to see what it answers.',
      'Keep all files of this folder together. If it came as a ZIP file, unpack it first.',
      'These pages need no internet connection and load nothing from it. Links in messages open only if you select them.',
    ],
  },
  file: {
    lost: 'Couldn’t be saved',
    pending: 'Not downloaded yet',
    inFolder: 'In the folder: {path}',
    notInPage: 'Not in this page',
  },
  picturesLeftOut:
    'Photos and videos left out, because this page would be too large: {count}. An export as a folder of pages shows all of them.',
  map: 'Show on map',
  readMe: [
    'This folder contains the chat “{name}”.',
    '1. If it came as a ZIP file, unpack it first. All files have to stay together.',
    '2. Open index.html in a web browser. You need no internet connection.',
    'Files whose names begin with “manifest” list every file with its SHA-256 checksum.',
  ],
}
