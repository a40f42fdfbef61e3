import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { ExportPlan, ExportWish } from '../schemas/exports.ts'
import { day } from '../schemas/primitives.ts'

/** Taking the backup away, month by month. The service keeps no copy. */
export const exportRoutes = defineRoutes({
  planExport: {
    method: 'POST',
    path: '/api/channels/:channelId/backup/export',
    tag: 'Backup',
    summary: 'Plan an export',
    description:
      'Counts what the caller can read, and returns a part for each month. Download the parts one by one, and unpack them into the ' +
      'same folder: no two files have the same name. Needs a subscription, except with `own`. Nothing is stored.',
    permission: 'member',
    cost: 'report',
    readsOnly: true,
    params: Type.Object({ channelId }),
    body: ExportWish,
    answer: { status: 200, schema: ExportPlan },
    errors: ['not-a-subscriber'],
  },
  downloadExportPart: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/export/:partId',
    tag: 'Backup',
    summary: 'Download a part of an export',
    description:
      'Streams a ZIP file that is made while it is sent. The manifest in it, such as `manifest-2026-03.json`, lists every file with its ' +
      "SHA-256, and says how many messages were unsent or expired since the plan. The caller's permission is checked again and again: " +
      'if it ends, so does the download, and the ZIP file is incomplete. If a download is interrupted, download the part again.',
    permission: 'member',
    cost: 'export',
    params: Type.Object({ channelId, partId: Type.String({ description: 'The `id` of a part.' }) }),
    answer: {
      status: 200,
      media: ['application/zip'],
      headers: { 'Content-Disposition': 'Always `attachment`, with a file name.' },
    },
    errors: ['not-a-subscriber'],
  },
  downloadDay: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/day',
    tag: 'Backup',
    summary: 'Download a day as a page',
    description:
      'One HTML file with everything of that day and reduced photos, which can be opened anywhere and loads nothing. The same as an ' +
      'export of that day as `html-single`, without the ZIP file around it. A day without messages gives a page that says so. If the ' +
      'messages alone are more than 25 MB, the request is rejected. Photos beyond that are left out, and the page says how many.',
    permission: 'member',
    subscriber: true,
    cost: 'export',
    params: Type.Object({ channelId }),
    query: Type.Object(
      { date: Type.Optional(day("The day. Defaults to today in the channel's time zone.")) },
      { additionalProperties: false },
    ),
    answer: {
      status: 200,
      media: ['text/html'],
      headers: { 'Content-Disposition': 'Always `attachment`, with a file name.' },
    },
  },
})
