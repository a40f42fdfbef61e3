import type { Language, LateTextPart } from './language.ts'

export const lateTextFiles = {
  assistantParts: {
    en: async () => (await import('./en/assistant-parts/index.ts')).assistantParts,
    ja: async () => (await import('./ja/assistant-parts/index.ts')).assistantParts,
    'zh-TW': async () => (await import('./zh-TW/assistant-parts/index.ts')).assistantParts,
    th: async () => (await import('./th/assistant-parts/index.ts')).assistantParts,
  },
  alerts: {
    en: async () => (await import('./en/alerts/index.ts')).alerts,
    ja: async () => (await import('./ja/alerts/index.ts')).alerts,
    'zh-TW': async () => (await import('./zh-TW/alerts/index.ts')).alerts,
    th: async () => (await import('./th/alerts/index.ts')).alerts,
  },
  webhooks: {
    en: async () => (await import('./en/webhooks/index.ts')).webhookTexts,
    ja: async () => (await import('./ja/webhooks/index.ts')).webhookTexts,
    'zh-TW': async () => (await import('./zh-TW/webhooks/index.ts')).webhookTexts,
    th: async () => (await import('./th/webhooks/index.ts')).webhookTexts,
  },
} satisfies Record<LateTextPart, Record<Language, () => Promise<object>>>
