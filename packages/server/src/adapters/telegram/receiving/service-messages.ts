import { isGiven, type Json } from '../json.ts'

/** What is about the chat itself: Telegram has to be asked for the rest. The new name comes with the chat. */
const changes = ['new_chat_title', 'new_chat_photo', 'delete_chat_photo', 'chat_owner_changed', 'chat_owner_left']

/** Documented, but not relevant to us. A member that is in neither list is unknown, and its message is kept as received. */
const ignored = [
  'boost_added',
  'channel_chat_created',
  'chat_background_set',
  'chat_shared',
  'checklist_tasks_added',
  'checklist_tasks_done',
  'community_chat_added',
  'community_chat_removed',
  'connected_website',
  'direct_message_price_changed',
  'forum_topic_closed',
  'forum_topic_created',
  'forum_topic_edited',
  'forum_topic_reopened',
  'general_forum_topic_hidden',
  'general_forum_topic_unhidden',
  'gift',
  'gift_upgrade_sent',
  'giveaway_completed',
  'giveaway_created',
  'group_chat_created',
  'managed_bot_created',
  'message_auto_delete_timer_changed',
  'paid_message_price_changed',
  'passport_data',
  'pinned_message',
  'poll_option_added',
  'poll_option_deleted',
  'proximity_alert_triggered',
  'refunded_payment',
  'successful_payment',
  'suggested_post_approval_failed',
  'suggested_post_approved',
  'suggested_post_declined',
  'suggested_post_paid',
  'suggested_post_refunded',
  'supergroup_chat_created',
  'unique_gift',
  'users_shared',
  'video_chat_ended',
  'video_chat_participants_invited',
  'video_chat_scheduled',
  'video_chat_started',
  'web_app_data',
  'write_access_allowed',
  // As Telegram once called video chats.
  'voice_chat_ended',
  'voice_chat_participants_invited',
  'voice_chat_scheduled',
  'voice_chat_started',
]

export function isChange(message: Json): boolean {
  return changes.some((name) => isGiven(message[name]))
}

export function isIgnored(message: Json): boolean {
  return ignored.some((name) => isGiven(message[name]))
}

/** Kinds of updates that we don't ask for. They can come after another program has asked for them with our token. */
export const ignoredUpdates = [
  'business_connection',
  'business_message',
  'callback_query',
  'channel_post',
  'chat_boost',
  'chat_join_request',
  'chosen_inline_result',
  'deleted_business_messages',
  'edited_business_message',
  'edited_channel_post',
  'guest_message',
  'inline_query',
  'managed_bot',
  'message_reaction',
  'message_reaction_count',
  'poll',
  'poll_answer',
  'pre_checkout_query',
  'purchased_paid_media',
  'removed_chat_boost',
  'shipping_query',
  'stopped_message_generation',
  'subscription',
]
