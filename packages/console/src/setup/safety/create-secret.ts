const secretBytes = 32

/** A secret as Standard Webhooks defines it. */
export function createWebhookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
