import type { ReactNode } from 'react'
import type { ServiceSetting } from '../errors/service-settings/setting-field.ts'

export type RowProps = {
  setting: ServiceSetting
  /** Undefined if nothing was changed. Null goes back to the default, or removes a secret. */
  change: string | null | undefined
  /** What the field shows; empty for a secret. */
  text: string
  onChange: (to: string | null | undefined) => void
  error: string | undefined
  canChange: boolean
}

export type FieldTexts = { label: string; description: ReactNode; error: string | undefined }
