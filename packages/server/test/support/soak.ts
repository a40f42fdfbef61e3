/** Whether the long versions of the tests run: `npm run test:soak`. */
export const isSoak = process.env.INNKEEPER_SOAK === '1'
