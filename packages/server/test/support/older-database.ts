import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrations } from '../../src/adapters/sql/migrations.ts'
import { strangers } from '../../src/adapters/sql/schema/8-strangers.ts'

/** Reverts the last steps of the schema, so that the folder looks like one of an older release. */
export function makeOlder(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'innkeeper.db'))
  // The earlier ones are undone below, by hand.
  const steps = [strangers, ...migrations.slice(10)]
  database.exec(steps.toReversed().map(undo).join(''))
  database.exec(`
    drop table connections; alter table keys drop column is_operator; alter table accounts drop column name;
    ${['sign_in_codes', 'changes', 'gaps', 'search_docs', 'search_terms'].map((table) => `drop table ${table};`).join('')}
    drop index media_of_type; alter table media drop column preview_width; alter table media drop column preview_height;
    alter table keys drop column kind; alter table keys drop column way; drop index channels_to_index;
    ${['last_change', 'index_from', 'past_time', 'past_seq'].map((column) => `alter table channels drop column ${column};`).join('')}
    ${['rule_hits', 'assistant_versions', 'assistant_changes', 'cooldowns', 'sends', 'newcomers', 'model_days'].map((table) => `drop table ${table};`).join('')}
    ${['qa_member_cooldown_seconds', 'quiet_until', 'welcome_quiet_hours', 'welcome_greet_returning', 'version'].map((column) => `alter table assistants drop column ${column};`).join('')}
    alter table rules drop column more;
    drop index one_at_once;
    create unique index one_reply_at_once on jobs (channel) where kind = 'send-reply' and lease is not null;
    drop index media_by_preview; drop index message_ids_awaited; drop table released_files; drop table erasures;
    alter table media drop column source_url; alter table media drop column source_preview_url;
    alter table media drop column preview_state; alter table media drop column preview_sha256;
    delete from jobs; delete from job_queues; pragma user_version = 2;
  `)
  database.close()
}

/** Reverts a step of the schema, derived from its own statements. */
export function undo(step: string): string {
  const created = new Set([...step.matchAll(/create table (\w+)/g)].map(([, table]) => table))
  const tables = [...created].map((table) => `drop table ${table};`)
  // A column that has an index can't be dropped.
  const indexes = [...step.matchAll(/create (?:unique )?index (\w+) on (\w+)/g)]
    .filter(([, , table]) => !created.has(table))
    .map(([, index]) => `drop index ${index};`)
  const columns = [...step.matchAll(/alter table (\w+) add column (\w+)/g)].map(
    ([, table, column]) => `alter table ${table} drop column ${column};`,
  )
  return [...indexes, ...tables, ...columns].join('\n')
}

export function schemaOf(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'innkeeper.db'), { readOnly: true })
  const { user_version: schema } = database.prepare('pragma user_version').get() ?? {}
  database.close()
  return Number(schema)
}
