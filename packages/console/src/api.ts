import { createClient } from '@innkeeper/client'

/** The only file that speaks to the service. The sign-in is in a cookie, which the browser sends along. */
export const api = createClient({ baseUrl: '' })
