import { useTranslation } from 'react-i18next'
import { useMayEdit } from './may-edit.ts'

/** Whether the reader may change the assistant; if not, why, in words. */
export function useMayChange(): { mayChange: boolean; why: string } {
  const { t } = useTranslation()
  return { mayChange: useMayEdit().mayEdit, why: t('assistantParts.adminsOnly') }
}
