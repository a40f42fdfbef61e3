// The entry of the app. It only loads the rest, so that the styles of the app don't delay the first paint. By now, the script in the
// page has requested all this (`early.ts`).
void import('./start-app.tsx').then(({ startApp }) => startApp())
