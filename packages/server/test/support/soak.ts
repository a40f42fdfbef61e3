/** Whether the long forms of tests run: `npm run test:soak`. */
export const isSoak = process.env.INNKEEPER_SOAK === '1'
