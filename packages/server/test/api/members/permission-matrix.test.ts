import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Cost, listRoutes, type RouteName } from '@innkeeper/contract'
import { createToken } from '../../../src/domain/accounts/token.ts'
import { exampleOf, exampleSettings, fillChannel } from '../../support/hostile/example-inputs.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

// Who gets which response, written by hand and not derived from the route table, so a wrong permission in the table cannot
// hide itself. 401 `Authentication failed`, 403 `Permission denied`, sub 403 `Not a subscriber`.
//
// The first five have no valid key; `read` is the owner with a key of scope `read`; `beyond` is the owner with a key that is
// limited to another channel, which can't reach other keys and sign-ins either; `else` owns another channel; `operator`
// is a stranger whose key has operator rights, but who has no operator account. Notifications belong to browsers, so keys get 400. A row marked * applies if the caller is not subscribed; a route without one
// responds the same in both cases.
//
// The limits are the same for everyone a route admits: requests per minute per person, and a budget per person and channel
// for the expensive routes that are listed below the table.

const table = `
                       none  bad  unknown expired revoked  read stranger left guest member admin owner else operator beyond
getHealth               200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getReady                200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getOpenapi              200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getDocs                 200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getDocsAsset            200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getGuide                302  302    302     302     302     302    302    302  302   302    302   302   302     302    302
getGuidePage            200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getPicture              200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getDefaultPicture       200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
receiveWebhook          200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getMe                   401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
listAccounts            401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
getKept                 401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
eraseMe                 401  401    401     401     401     403    400    400  400   400    400   400   400     400    403
getKeptInChannel        401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
exportOwnMessages       401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getUsage                401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
getChannelUsage         401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
listKeys                401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
createKey               401  401    401     401     401     403    201    201  201   201    201   201   201     201    201
revokeKey               401  401    401     401     401     403    200    200  200   200    200   200   200     200    404
listChannels            401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
getChannel              401  401    401     401     401     200    403    403  200   200    200   200   403     403    403
deleteChannel           401  401    401     401     401     403    403    403  403   403    403   200   403     403    403
setStatus               401  401    401     401     401     403    403    403  403   403    403   200   403     403    403
getSettings             401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
changeSettings          401  401    401     401     401     403    403    403  403   403    403   200   403     403    403
previewRetention        401  401    401     401     401     200    403    403  403   403    403   200   403     403    403
listAudit               401  401    401     401     401     200    403    403  403   403    403   200   403     403    403
listMembers             401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
listLastSeen            401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getMember               401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getMemberActivity       401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getMemberActivity*      401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
listMemberAnswers       401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
approveGuests           401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
changeRole              401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
handOverOwner           401  401    401     401     401     403    403    403  403   403    403   200   403     403    403
getAssistantConfig      401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
changeAssistantConfig   401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
listRules               401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
createRule              401  401    401     401     401     403    403    403  403   403    201   201   403     403    403
getRule                 401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
updateRule              401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
deleteRule              401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
restoreRule             401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
uploadRulePicture       401  401    401     401     401     403    403    403  403   403    201   201   403     403    403
getWelcome              401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
changeWelcome           401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
getGroupRules           401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
changeGroupRules        401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
explainAnswer           401  401    401     401     401     200    403    403  403   403    200   200   403     403    403
replayAssistant         401  401    401     401     401     200    403    403  403   403    200   200   403     403    403
replayAssistant*        401  401    401     401     401     sub    403    403  403   403    sub   sub   403     403    403
listConflicts           401  401    401     401     401     200    403    403  403   403    200   200   403     403    403
listConflicts*          401  401    401     401     401     sub    403    403  403   403    sub   sub   403     403    403
listUnanswered          401  401    401     401     401     200    403    403  403   403    200   200   403     403    403
listUnanswered*         401  401    401     401     401     sub    403    403  403   403    sub   sub   403     403    403
listSends               401  401    401     401     401     200    403    403  403   403    200   200   403     403    403
exportAssistant         401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
exportRules             401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
importAssistant         401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
listAssistantVersions   401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getAssistantVersion     401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
labelAssistantVersion   401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
restoreAssistantVersion 401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
getSubscription         401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
subscribe               401  401    401     401     401     403    403    403  403   200    200   200   403     403    403
unsubscribe             401  401    401     401     401     403    403    403  403   200    200   200   403     403    403
listMessages            401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
listMessages*           401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
getMessage              401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getMessage*             401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
listVersions            401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
listVersions*           401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
listMedia               401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
listMedia*              401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
downloadMedia           401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
downloadMedia*          401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
viewMedia               401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
viewMedia*              401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
getPreview              401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getPreview*             401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
getConsole              200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getSignInPage           200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getSetupPage            200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getAccountPage          200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getSearchPage           200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getAccountDataPage      200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getUsagePage            200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getOperatorPage         200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getServiceSetupPage     200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getServiceSettingsPage  200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getChannelPage          200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getChannelScreen        200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
listSignInWays          200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getMemberPage           200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getConsoleAsset         200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getConsoleManifest      200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
getServiceWorker        200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
signInWithLink          201  201    201     201     201     201    201    201  201   201    201   201   201     201    201
checkSetupLink          200  200    200     200     200     200    200    200  200   200    200   200   200     200    200
createOperator          201  201    201     201     201     201    201    201  201   201    201   201   201     201    201
signInOperator          201  201    201     201     201     201    201    201  201   201    201   201   201     201    201
beginPlatformSignIn     302  302    302     302     302     302    302    302  302   302    302   302   302     302    302
finishPlatformSignIn    302  302    302     302     302     302    302    302  302   302    302   302   302     302    302
signInWithKey           401  401    401     401     401     201    201    201  201   201    201   201   201     201    201
listSignIns             401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
endSignIn               401  401    401     401     401     403    200    200  200   200    200   200   200     200    404
getOverview             401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
getTimeline             401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getTimeline*            401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
listDays                401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
listDays*               401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
getLedger               401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getLedger*              401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
getOnThisDay            401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getOnThisDay*           401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
getReadPosition         401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getReadPosition*        401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
setReadPosition         401  401    401     401     401     403    403    403  403   200    200   200   403     403    403
setReadPosition*        401  401    401     401     401     403    403    403  403   sub    sub   sub   403     403    403
listBookmarks           401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
listBookmarks*          401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
saveBookmark            401  401    401     401     401     403    403    403  403   200    200   200   403     403    403
saveBookmark*           401  401    401     401     401     403    403    403  403   sub    sub   sub   403     403    403
deleteBookmark          401  401    401     401     401     403    403    403  403   200    200   200   403     403    403
deleteBookmark*         401  401    401     401     401     403    403    403  403   sub    sub   sub   403     403    403
searchMessages          401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
searchMessages*         401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
countHits               401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
countHits*              401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
askBackup              401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
askBackup*             401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
getDigest               401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
getDigest*              401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
searchChannels          401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
countHitsInChannels     401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
listSavedSearches       401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
saveSearch              401  401    401     401     401     403    201    201  201   201    201   201   201     201    201
changeSavedSearch       401  401    401     401     401     403    200    200  200   200    200   200   200     200    200
deleteSavedSearch       401  401    401     401     401     403    200    200  200   200    200   200   200     200    200
getNotifications        401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
turnOnNotifications     401  401    401     401     401     403    400    400  400   400    400   400   400     400    400
turnOffNotifications    401  401    401     401     401     403    400    400  400   400    400   400   400     400    400
testNotification        401  401    401     401     401     403    400    400  400   400    400   400   400     400    400
listGallery             401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
countGallery            401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
listLinks               401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
listGallery*            401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
countGallery*           401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
listLinks*              401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
downloadZip             401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
downloadZip*            401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
planExport              401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
planExport*             401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
downloadExportPart      401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
downloadExportPart*     401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
downloadDay             401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
downloadDay*            401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
listImports             401  401    401     401     401     200    403    403  403   403    403   200   403     403    403
uploadImport            401  401    401     401     401     403    403    403  403   403    403   201   403     403    403
uploadImport*           401  401    401     401     401     403    403    403  403   403    403   sub   403     403    403
getImport               401  401    401     401     401     200    403    403  403   403    403   200   403     403    403
getImport*              401  401    401     401     401     sub    403    403  403   403    403   sub   403     403    403
downloadUnreadLines     401  401    401     401     401     200    403    403  403   403    403   200   403     403    403
downloadUnreadLines*    401  401    401     401     401     sub    403    403  403   403    403   sub   403     403    403
changeImport            401  401    401     401     401     403    403    403  403   403    403   200   403     403    403
changeImport*           401  401    401     401     401     403    403    403  403   403    403   sub   403     403    403
commitImport            401  401    401     401     401     403    403    403  403   403    403   200   403     403    403
previewUndo             401  401    401     401     401     200    403    403  403   403    403   200   403     403    403
undoImport              401  401    401     401     401     403    403    403  403   403    403   200   403     403    403
deleteImport            401  401    401     401     401     403    403    403  403   403    403   200   403     403    403
watchChannel            401  401    401     401     401     200    403    403  403   200    200   200   403     403    403
watchChannel*           401  401    401     401     401     sub    403    403  403   sub    sub   sub   403     403    403
listWebhooks            401  401    401     401     401     200    403    403  403   403    200   200   403     403    403
listWebhooks*           401  401    401     401     401     sub    403    403  403   403    sub   sub   403     403    403
createWebhook           401  401    401     401     401     403    403    403  403   403    201   201   403     403    403
createWebhook*          401  401    401     401     401     403    403    403  403   403    sub   sub   403     403    403
changeWebhook           401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
changeWebhook*          401  401    401     401     401     403    403    403  403   403    sub   sub   403     403    403
deleteWebhook           401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
deleteWebhook*          401  401    401     401     401     403    403    403  403   403    sub   sub   403     403    403
renewWebhookSecret      401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
renewWebhookSecret*     401  401    401     401     401     403    403    403  403   403    sub   sub   403     403    403
testWebhook             401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
testWebhook*            401  401    401     401     401     403    403    403  403   403    sub   sub   403     403    403
listWebhookDeliveries   401  401    401     401     401     200    403    403  403   403    200   200   403     403    403
listWebhookDeliveries*  401  401    401     401     401     sub    403    403  403   403    sub   sub   403     403    403
repeatWebhookDelivery   401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
repeatWebhookDelivery*  401  401    401     401     401     403    403    403  403   403    sub   sub   403     403    403
replayWebhook           401  401    401     401     401     403    403    403  403   403    200   200   403     403    403
replayWebhook*          401  401    401     401     401     403    403    403  403   403    sub   sub   403     403    403
getOperatorReport       401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
getOperatorAccount      401  401    401     401     401     403    403    403  403   403    403   403   403     400    403
shareOperatorRights     401  401    401     401     401     403    403    403  403   403    403   403   403     400    403
changePassphrase        401  401    401     401     401     403    403    403  403   403    403   403   403     400    403
renewRecoveryCodes      401  401    401     401     401     403    403    403  403   403    403   403   403     400    403
listServiceSettings     401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
saveServiceSettings     401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
listServiceWebhooks     401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
createServiceWebhook    401  401    401     401     401     403    403    403  403   403    403   403   403     201    403
changeServiceWebhook    401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
deleteServiceWebhook    401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
renewServiceWebhookSecret 401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
testServiceWebhook      401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
listServiceWebhookDeliveries 401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
repeatServiceWebhookDelivery 401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
replayServiceWebhook    401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
listOperatorLog         401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
listPlatforms           401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
connectPlatform         401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
disconnectPlatform      401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
checkPlatform           401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
getBotAccount           401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
listArrivals            401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
createClaimCommand      401  401    401     401     401     403    403    403  403   403    403   403   403     400    403
getAddressReport        401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
checkModel              401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
callMcp                 401  401    401     401     401     200    200    200  200   200    200   200   200     200    200
testAlert               401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
retryJob                401  401    401     401     401     403    403    403  403   403    403   403   403     200    403
`

const expensive: Partial<Record<RouteName, Cost>> = {
  searchMessages: 'search',
  countHits: 'search',
  listLinks: 'search',
  searchChannels: 'search',
  countHitsInChannels: 'search',
  askBackup: 'ask',
  getDigest: 'report',
  explainAnswer: 'trial',
  replayAssistant: 'trial',
  listConflicts: 'trial',
  listUnanswered: 'trial',
  importAssistant: 'import',
  uploadRulePicture: 'import',
  restoreAssistantVersion: 'import',
  uploadImport: 'upload',
  downloadZip: 'zip',
  planExport: 'report',
  downloadExportPart: 'export',
  downloadDay: 'export',
  downloadUnreadLines: 'export',
  getChannelUsage: 'report',
  previewRetention: 'report',
  getMemberActivity: 'report',
  listMemberAnswers: 'report',
  getKeptInChannel: 'report',
  exportOwnMessages: 'report',
  listSends: 'report',
  testNotification: 'report',
  testAlert: 'report',
  exportAssistant: 'report',
  exportRules: 'report',
  watchChannel: 'stream',
  testWebhook: 'report',
  replayWebhook: 'report',
}

const [head = [], ...lines] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const rows = new Map(lines.map(([name = '', ...cells]) => [name, cells]))
const sentences: Record<string, string> = {
  401: 'Authentication failed',
  403: 'Permission denied',
  sub: 'Not a subscriber',
}

const service = await startTestService(exampleSettings)
const people = { owner: 'U-owner', admins: ['U-admin'], members: ['U-member', 'U-keeper'], guests: ['U-guest'] }
await service.channel('C-open', { ...people, left: ['U-left'], subscribers: ['U-owner', 'U-admin', 'U-member'] })
await service.channel('C-closed', { ...people, left: ['U-left'], subscribers: ['U-keeper'] })
await service.channel('C-own', { owner: 'U-owner', subscribers: ['U-owner'] })
await service.channel('C-else', { owner: 'U-else', subscribers: ['U-else'] })
for (const channelId of ['C-open', 'C-closed']) await fillChannel(service, channelId)

/** The caller of each column. Those without a valid key would be the owner if they had one. */
const callers: Record<string, { userId: string; caller: Caller }> = {
  none: { userId: 'U-owner', caller: service.callerWith(undefined) },
  bad: { userId: 'U-owner', caller: service.callerWith('Bearer ink_nonsense') },
  unknown: { userId: 'U-owner', caller: service.callerWith(`Bearer ${createToken()}`) },
  expired: { userId: 'U-owner', caller: await service.caller('U-owner', { expiresAt: service.clock.now }) },
  revoked: { userId: 'U-owner', caller: await revokedCaller('U-owner') },
  read: { userId: 'U-owner', caller: await service.caller('U-owner', { scope: 'read' }) },
}
for (const role of ['stranger', 'left', 'guest', 'member', 'admin', 'owner', 'else']) {
  callers[role] = { userId: `U-${role}`, caller: await service.caller(`U-${role}`) }
}

callers.beyond = { userId: 'U-owner', caller: await service.caller('U-owner', { channelIds: ['C-own'] }) }
callers.operator = { userId: 'U-operator', caller: await service.caller('U-operator', { isOperator: true }) }

async function revokedCaller(userId: string): Promise<Caller> {
  const caller = await service.caller(userId)
  const { body } = await caller.get('/api/me')
  assert.equal((await caller.delete(`/api/keys/${body.key.id}`)).status, 200)
  return caller
}

test('every route has its row, and every row its route', () => {
  const named = [...rows.keys()].filter((name) => !name.endsWith('*'))
  assert.deepEqual(
    named.sort(),
    listRoutes()
      .map(({ name }) => String(name))
      .sort(),
  )
  for (const name of rows.keys()) assert.ok(rows.has(name.replace('*', '')), `${name} belongs to a route`)
  for (const [name, cells] of rows) assert.equal(cells.length, head.length, name)
  assert.deepEqual([...head].sort(), Object.keys(callers).sort())
})

test('a read-only key can reach no write except its own sign-in', () => {
  const reached = listRoutes()
    .filter(
      ({ name, route }) => route.method !== 'GET' && route.permission !== 'public' && cellOf(name, 'read') !== '403',
    )
    .map(({ name }) => name)
  assert.deepEqual(reached.sort(), [
    'askBackup',
    'callMcp',
    'downloadZip',
    'explainAnswer',
    'listConflicts',
    'planExport',
    'replayAssistant',
    // The sign-in ends with the key and is read-only too. The key cannot end any sign-in, not even its own.
    'signInWithKey',
  ])
})

test('exactly the expensive routes have a budget', () => {
  const declared = listRoutes().flatMap(({ name, route }) => (route.cost ? [[name, route.cost]] : []))
  assert.deepEqual(Object.fromEntries(declared), expensive)
})

test('every route that needs a key counts per person: with two keys no one gets more than with one', async () => {
  const limited = await startTestService({ ...exampleSettings, INNKEEPER_RATE_LIMIT: '1' })
  await limited.channel('C1', { owner: 'U-owner' })
  const scene = { service: limited, channelId: 'C1', ownerId: 'U-owner', userId: 'U-owner', isSubscribed: false }
  for (const { name, route } of listRoutes()) {
    // Needs a job that was given up, which requires a subscriber.
    if (name === 'retryJob') continue
    const { method, path, body, raw, headers = {} } = await exampleOf(name, scene)
    limited.clock.now += 60_000
    const [first, second] = [await limited.caller('U-owner'), await limited.caller('U-owner')]
    assert.equal((await first.get('/api/me')).status, 200)
    const call = raw === undefined ? { body, headers } : { raw, headers }
    const { status } = await second.request(method, path, call)
    assert.equal(status === 429, route.permission !== 'public', `${name}: ${status}`)
    assert.equal((await (await limited.caller(`U-${name}`)).get('/api/me')).status, 200, 'someone else')
  }
})

function cellOf(name: RouteName, column: string): string | undefined {
  return rows.get(name)?.[head.indexOf(column)]
}

for (const { name, route } of listRoutes()) {
  describe(`${route.method} ${route.path}`, () => {
    test('allows exactly the permitted callers if subscribed', () => checkRow(name, 'C-open', rows.get(name)))
    test('allows exactly the permitted callers if not subscribed', () =>
      checkRow(name, 'C-closed', rows.get(`${name}*`) ?? rows.get(name)))
  })
}

async function checkRow(name: RouteName, channelId: string, cells: string[] = []): Promise<void> {
  for (const [index, column] of head.entries()) {
    const { userId, caller } = callers[column] ?? {}
    if (!userId || !caller) throw new Error(`No caller for column ${column}`)
    const scene = { service, channelId, ownerId: 'U-owner', userId, isSubscribed: channelId === 'C-open' }
    const { method, path, undo, ...call } = await exampleOf(name, scene)
    const answer = await caller.request(method, path, call)
    const expected = cells[index] ?? ''
    const where = `${name} as ${column} in ${channelId}: ${answer.text.slice(0, 200)}`
    assert.equal(answer.status, expected === 'sub' ? 403 : Number(expected), where)
    if (expected in sentences) assert.deepEqual(answer.body, { error: sentences[expected] }, where)
    else await undo()
  }
}
