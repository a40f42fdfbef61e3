import type { Words } from '../../en.ts'
import type { Translated } from '../../translated.ts'

export const shell: Translated<Words['shell']> = {
  name: 'Innkeeper',
  skip: 'ข้ามไปยังเนื้อหา',
  home: 'ช่องทั้งหมด',
  channelNav: 'ช่องนี้',
  switchChannel: 'เปลี่ยนช่อง',
  nav: {
    reader: 'บทสนทนา',
    search: 'ค้นหา',
    gallery: 'แกลเลอรี',
    assistant: 'ผู้ช่วย',
    members: 'สมาชิก',
    usage: 'การใช้งาน',
    settings: 'การตั้งค่า',
    more: 'เพิ่มเติม',
  },
  scheme: { label: 'ธีม', light: 'สว่าง', dark: 'มืด', auto: 'ตามระบบ' },
  language: 'ภาษา',
  account: {
    label: 'บัญชีของ {{name}}',
    keys: 'คีย์และการลงชื่อเข้าใช้',
    usage: 'การใช้งานของทุกช่อง',
    reference: 'เอกสารอ้างอิง API',
    operator: 'บริการนี้',
    signOut: 'ออกจากระบบ',
  },
  time: {
    ahead: 'เวลาตาม {{zone}} ขณะนี้เร็วกว่าเวลาของคุณ {{hours}}',
    behind: 'เวลาตาม {{zone}} ขณะนี้ช้ากว่าเวลาของคุณ {{hours}}',
    alike: 'เวลาตาม {{zone}} ขณะนี้ตรงกับเวลาของคุณ',
    own: 'เวลาของคุณ {{when}}',
  },
  offline: 'ไม่ได้เชื่อมต่อ กำลังลองใหม่…',
  slow: 'ใช้เวลานานกว่าปกติ กำลังลองใหม่…',
  loading: 'กำลังโหลด',
  retry: 'ลองอีกครั้ง',
  cancel: 'ยกเลิก',
  close: 'ปิด',
  copy: 'คัดลอก',
  copied: 'คัดลอกแล้ว',
}
