/** A table as it is copied from one engine to the other. */
export type CopiedTable = {
  name: string
  /** The order in which it is read; both engines have an index for it, and it is unique. */
  key: readonly string[]
  columns: readonly string[]
  /** The column with generated numbers, which must continue after the highest. */
  numbered?: string
}

/** Every table that both engines have, and its columns. A test compares this list with both schemas. */
export const copiedTables: readonly CopiedTable[] = [
  table('channels', 'channel', {
    numbered: 'channel',
    columns: `channel channel_id type name created_at created_by enabled_at bot_present bot_changed_at owner_disabled last_seq
      last_time tail_version edit_version rules_version platform member_count picture_url picture_sha256 picture_type profile_at
      last_change had_owner remind_owner_at returned_at paused_until chat_id sees_all_messages webhook_news`,
  }),
  table('chat_moves', 'chat_id', { columns: 'chat_id channel merged' }),
  table('channel_settings', 'channel', {
    columns: `channel timezone language new_member_role retention_days backup_policy history allow_push updated_at updated_by
      history_from`,
  }),
  table('assistants', 'channel', {
    columns: `channel enabled qa_enabled qa_mode qa_cooldown_seconds config_updated_at config_updated_by welcome_enabled
      welcome_message welcome_updated_at welcome_updated_by group_rules_enabled group_rules_content group_rules_updated_at
      group_rules_updated_by qa_member_cooldown_seconds quiet_until welcome_quiet_hours welcome_greet_returning version
      rules_bytes thinnings`,
  }),
  table('members', 'channel user_id', {
    columns: `channel user_id display_name role joined_at left_at updated_at picture_url picture_sha256 picture_type profile_at
      join_seen_at was_owner admin_since checked_at seen_at first_seen_at platform_role`,
  }),
  table('subscriptions', 'channel user_id', { columns: 'channel user_id since' }),
  table('private_members', 'channel user_id', { columns: 'channel user_id since' }),
  table('events_seen', 'channel event_id', { columns: 'channel event_id at' }),
  table('message_ids', 'channel message_id', { columns: 'channel message_id time seq unsent' }),
  table('messages', 'channel time seq', { columns: 'channel time seq message_id edited_at json' }),
  table('message_versions', 'channel message_id at', { columns: 'channel message_id at content' }),
  table('early_edits', 'channel message_id at', {
    columns: 'channel message_id at user_id received_at content',
  }),
  table('message_details', 'channel message_id', { columns: 'channel message_id json' }),
  table('media', 'channel time seq', {
    columns: `channel time seq message_id type state sha256 size_bytes file_name reason json source_url source_preview_url
      preview_state preview_sha256 preview_width preview_height user_id file_ref file_preview_ref file_size_bytes
      file_content_type`,
  }),
  table('stickers', 'sticker', { columns: 'sticker sha256 width height tried_at file_ref' }),
  table('channel_stickers', 'channel sticker', { columns: 'channel sticker' }),
  table('imports', 'channel import_no', {
    columns: `channel import_no state reason at actor file_name file_sha256 file_bytes reading choices preview reached outcome
      ended_at format first_at last_at here`,
  }),
  table('import_rows', 'channel import_no message_id', {
    columns: 'channel import_no message_id time precision_ms name file file_bytes no_file is_similar',
  }),
  table('webhooks', 'webhook_id', {
    columns: `webhook_id channel user_id url events contents created_at secret_no secret_at off_because change_no last_no sent_at
      failing_since paused_until off_at failed_at is_news`,
  }),
  table('webhook_deliveries', 'webhook_id no', {
    columns: 'channel webhook_id no event subject at attempts next_at tried_at status problem answer detail',
  }),
  table('gaps', 'channel time seq', { columns: 'channel time seq' }),
  table('happenings', 'channel time seq', { columns: 'channel time seq what user_id old_name new_name since' }),
  table('read_positions', 'channel user_id', { columns: 'channel user_id time seq' }),
  table('bookmarks', 'channel message_id user_id', {
    columns: 'channel message_id user_id time seq note created_at updated_at',
  }),
  table('changes', 'channel no', { columns: 'channel no at kind detail' }),
  table('rules', 'channel rule_id', {
    columns: `channel rule_id keywords question answer enabled priority match hits last_hit_at created_at updated_at created_by
      more`,
  }),
  table('rule_hits', 'channel rule_id', { columns: 'channel rule_id hits last_hit_at failed_at failure deleted_at' }),
  table('rule_pictures', 'channel sha256', { columns: 'channel sha256 content_type kept_at checked_at' }),
  table('assistant_versions', 'channel version', {
    columns: 'channel version at actor changes label size_bytes is_thinned',
  }),
  table('assistant_changes', 'channel version ordinal', {
    columns: 'channel version ordinal part rule_id question before after',
  }),
  table('assistant_imports', 'import_id', { columns: 'import_id channel version at is_open' }),
  table('cooldowns', 'channel rule_id user_id', { columns: 'channel rule_id user_id at' }),
  table('sends', 'send_id', {
    numbered: 'send_id',
    columns: `send_id channel kind at message_id user_id rule_id mode state sent_by finished_at failure reason texts detail
      said_at`,
  }),
  table('newcomers', 'channel user_id', { columns: 'channel user_id received_at joined_at reply held_until' }),
  table('model_days', 'channel day', { columns: 'channel day requests tokens' }),
  table('model_people', 'day user_id', { columns: 'day user_id requests tokens' }),
  table('usage_days', 'channel day', {
    columns: 'channel day messages media_files media_bytes auto_replies welcomes',
  }),
  table('ledger_days', 'channel day', { columns: 'channel day private_messages expired erased' }),
  table('late_arrivals', 'channel minute', { columns: 'channel minute messages' }),
  table('service_spans', 'node began_at', { columns: 'node began_at seen_at' }),
  table('absences', 'platform reason began_at', {
    columns: 'platform reason began_at ended_at deliveries detail',
  }),
  table('audit', 'channel audit_id', {
    numbered: 'audit_id',
    columns: 'audit_id channel at actor key_id action target detail',
  }),
  table('jobs', 'job_id', {
    numbered: 'job_id',
    columns: 'job_id channel kind name detail created_at run_at attempts lease buried_at reason',
  }),
  table('job_queues', 'channel kind', { columns: 'channel kind next_at turn' }),
  table('unread_events', 'unread_id', {
    numbered: 'unread_id',
    columns: 'unread_id platform event_id channel_id message_id at reason raw user_id',
  }),
  table('accounts', 'platform', { columns: 'platform account_id recorded_at name' }),
  table('connections', 'platform', {
    columns: `platform webhook_at event_at redelivered_at signature_failed_at refused asked_at unreachable_since
      unreachable_reason polled_at behind conflict_at missed_since missed_until missed_reason`,
  }),
  table('source_positions', 'platform source', { columns: 'platform source value at' }),
  table('claim_codes', 'hash', { columns: 'hash channel_id created_at expires_at used_at used_by operator_id' }),
  table('keys', 'key_id', {
    columns: `key_id hash user_id name scope created_at expires_at revoked_at last_used_at parent_id kind way is_operator
      operator_id`,
  }),
  table('operators', 'operator_id', { columns: 'operator_id name passphrase created_at user_id shares_rights' }),
  table('recovery_codes', 'hash', { columns: 'hash operator_id created_at' }),
  table('setup_codes', 'hash', { columns: 'hash created_at expires_at' }),
  table('settings', 'name', { columns: 'name value is_sealed changed_at changed_by' }),
  table('operator_log', 'entry_id', { columns: 'entry_id at actor action subject' }),
  table('snapshot_runs', 'run_id', {
    columns: `run_id target work place begun_at finished_at state reason counts bytes verified_through notes`,
  }),
  table('sign_in_codes', 'hash', { columns: 'hash user_id created_at expires_at' }),
  table('saved_searches', 'search_id', { columns: 'search_id user_id name query channel created_at' }),
  table('request_days', 'user_id day', { columns: 'user_id day requests' }),
  table('released_files', 'release_id', { numbered: 'release_id', columns: 'release_id sha256' }),
  table('erasures', 'erasure_id', {
    numbered: 'erasure_id',
    columns: 'erasure_id kind subject channel_subject at finished_at counts work',
  }),
  table('ledger_entries', 'kind subject channel_subject at', {
    columns: 'kind subject channel_subject at no repeated',
  }),
]

/** Tables that are not copied, and why. */
export const leftTables: Readonly<Record<string, string>> = {
  alerts: 'found again',
  alert_tellings: 'told again: a copy may be looked after by someone else',
  alert_ways: 'part of what was told',
  facts: 'the secret and the id are copied separately; the rest is about one database',
  assistant_staged: 'an unfinished import is started again by its author',
  channel_sizes: 'measured again',
  notified_browsers: 'belong to sign-ins, which end in a copy; the original goes on notifying them',
  notified_changes: 'part of notified browsers',
  search_docs: 'the engines number documents differently; the index is rebuilt',
  search_names: 'part of the index, which is rebuilt',
  search_terms: 'the engines store terms differently; the index is rebuilt',
  service_findings: 'found again',
  snapshot_schedules: 'nothing is late yet after a move',
}

/** Tables that only PostgreSQL has, for the nodes of one store. */
export const serverTables: Readonly<Record<string, string>> = {
  locks: 'rows to wait for',
  nodes: 'what running nodes report about themselves',
  request_windows: 'quotas of the current minute',
}

/** A channel's state in the search index, which is rebuilt. */
export const leftColumns: Readonly<Record<string, readonly string[]>> = {
  channels: ['index_from', 'past_time', 'past_seq', 'names_version'],
}

/** Columns that only PostgreSQL has, with a default for rows that are copied. */
export const serverColumns: Readonly<Record<string, readonly string[]>> = {
  jobs: ['is_queued'],
}

const byName = new Map(copiedTables.map((one) => [one.name, one]))

export function getCopiedTable(name: string): CopiedTable {
  const found = byName.get(name)
  if (!found) throw new Error(`${name} is not one of the copied tables`)
  return found
}

function table(name: string, key: string, { columns, numbered }: { columns: string; numbered?: string }): CopiedTable {
  return { name, key: key.split(' '), columns: columns.split(/\s+/), ...(numbered !== undefined && { numbered }) }
}
