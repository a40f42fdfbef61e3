import type { LineSetupTexts } from './words.ts'

export const thai: LineSetupTexts = {
  intro: 'คุณต้องมีบัญชี LINE และเวลาประมาณห้านาที ชื่อในเครื่องหมายคำพูดคือชื่อที่อยู่บนหน้าเว็บของ LINE ซึ่งเรียกบัญชีของบอทว่า channel',
  addressNeeds: 'LINE ส่งข้อความไปยังที่อยู่สาธารณะที่ใช้ HTTPS เท่านั้น โดยใบรับรองต้องมาจากผู้ออกใบรับรองสาธารณะ',
  steps: {
    create: {
      title: 'สร้างบัญชีของบอท',
      text: 'สร้างบัญชีทางการใน LINE Official Account Manager จากนั้นเปิด “Settings” → “Messaging API” แล้วเปิดใช้ Messaging API LINE จะถามชื่อ “provider” ให้กรอกชื่อกลุ่มหรือชมรมของคุณ ชื่อนี้เปลี่ยนภายหลังไม่ได้',
    },
    groups: {
      title: 'อนุญาตให้เข้ากลุ่ม',
      text: 'ใน LINE Developers Console เปิดบัญชีแล้วไปที่แท็บ “Messaging API” และเปิด “Allow bot to join group chats” ค่าเริ่มต้นคือปิด หากไม่เปิด บอทจะเข้ากลุ่มไม่ได้',
    },
    replies: {
      title: 'ปิดการตอบกลับของ LINE เอง',
      text: 'ใน LINE Official Account Manager เปิด “Response settings” แล้วปิดข้อความทักทายและข้อความตอบกลับอัตโนมัติ มิฉะนั้นสมาชิกจะได้รับคำตอบสองครั้ง',
    },
    values: {
      title: 'คัดลอกค่าสองค่า',
      text: 'ใน LINE Developers Console เปิดแท็บ “Basic settings” ของบัญชี ทั้งสองค่าอยู่ที่นั่น',
    },
  },
  links: { manager: 'เปิด LINE Official Account Manager', console: 'เปิด LINE Developers Console' },
  fields: {
    channelId: { label: 'Channel ID', hint: 'ของบอท ไม่ใช่ของกลุ่ม มีแต่ตัวเลข อยู่ในแท็บ “Basic settings”' },
    channelSecret: { label: 'Channel secret', hint: 'ตัวอักษรและตัวเลข 32 ตัว อยู่ด้านล่างของแท็บเดียวกัน' },
    accessToken: {
      label: 'Channel access token (long-lived)',
      hint: 'ไม่จำเป็นหากกรอก Channel ID แล้ว อยู่ในแท็บ “Messaging API”',
    },
  },
  invitation: [
    'สแกนคิวอาร์โค้ดด้วย LINE หรือเปิดลิงก์บนโทรศัพท์ แล้วเพิ่มบอทเป็นเพื่อน',
    'เปิดกลุ่มของคุณใน LINE แล้วเชิญบอทเหมือนเชิญเพื่อนคนอื่น หนึ่งกลุ่มมีบัญชีทางการได้เพียงบัญชีเดียว',
    'ส่งคำสั่งด้านล่างพร้อมรหัสในกลุ่ม คำสั่งนี้ทำให้คุณเป็นเจ้าของกลุ่ม และเชื่อมบัญชีผู้ดูแลระบบนี้กับบัญชี LINE ของคุณ รหัสใช้ได้ครั้งเดียว',
  ],
  checks: {
    form: {
      title: 'รูปแบบของค่า',
      secretAsId: 'ค่าใน “{field}” คือ Channel secret ส่วน Channel ID มีแต่ตัวเลข และอยู่ด้านบนของแท็บเดียวกัน',
      handleAsId: 'ค่าใน “{field}” คือ LINE ID ของบอทที่ขึ้นต้นด้วย @ ให้คัดลอก Channel ID จากแท็บ “Basic settings” แทน',
      userAsId: 'ค่าใน “{field}” คือ ID ของผู้ใช้ ให้คัดลอก Channel ID ที่มีแต่ตัวเลขจากแท็บ “Basic settings” แทน',
      notDigits: '“{field}” ต้องมีแต่ตัวเลข คัดลอกใหม่จากแท็บ “Basic settings”',
      idAsSecret: '“{field}” มีแต่ตัวเลขเหมือน Channel ID ให้คัดลอก Channel secret ที่อยู่ด้านล่างของแท็บเดียวกัน',
      tokenAsSecret: 'ค่าใน “{field}” คือโทเค็นการเข้าถึง ให้คัดลอก Channel secret จากแท็บ “Basic settings” แทน',
      secretLength: '“{field}” มี {count} อักขระ แต่ต้องมี 32 อักขระ ให้คัดลอกใหม่',
      secretAsToken:
        'ค่าใน “{field}” คือ Channel secret ให้เว้นว่างแล้วกรอก Channel ID หรือกด “Issue” ในแท็บ “Messaging API” แล้วคัดลอกโทเค็น',
      shortToken: '“{field}” ไม่ใช่โทเค็นการเข้าถึงที่สมบูรณ์ อาจขาดบางส่วน ให้คัดลอกใหม่',
    },
    credentials: {
      title: 'การเข้าถึง LINE',
      accepted: 'LINE รู้จักบอทของคุณ',
      refusedPair:
        'LINE ไม่ยอมรับ Channel ID นี้กับ Channel secret นี้ ให้คัดลอกทั้งสองค่าใหม่จากแท็บ “Basic settings” เดียวกัน หากคุณออก Channel secret ใหม่แล้ว ค่าเดิมจะใช้ไม่ได้',
      refusedToken:
        'LINE ไม่ยอมรับโทเค็นการเข้าถึง โทเค็นอาจไม่ครบหรือถูกเพิกถอนแล้ว ออกโทเค็นใหม่ในแท็บ “Messaging API” หรือกรอก Channel ID แทน',
      otherChannel: 'โทเค็นการเข้าถึงนี้เป็นของ channel อื่น (ID {id}) ให้นำโทเค็นออก หรือคัดลอกทุกค่าจาก channel เดียวกัน',
      missing: 'กรอก Channel ID',
    },
    silence: {
      title: 'การเชื่อมต่อกับ LINE',
      text: 'เชื่อมต่อกับ LINE ไม่ได้: {reason} ตรวจสอบว่าเครื่องนี้เชื่อมต่ออินเทอร์เน็ตได้ แล้วลองอีกครั้ง',
    },
    account: {
      title: 'บัญชีของบอท',
      found: '{name}',
      other:
        'ค่าเหล่านี้เป็นของบอท “{name}” แต่กลุ่มที่บันทึกไว้ที่นี่เป็นของบอทอื่น หากทำต่อ บริการนี้จะไม่ได้รับข้อความจากกลุ่มเหล่านั้นอีก สิ่งที่บันทึกไว้แล้วจะยังอยู่',
    },
    clock: {
      title: 'นาฬิกาของเครื่องนี้',
      ahead: 'นาฬิกาของเครื่องนี้เร็วไป {minutes} นาที เปิดการตั้งเวลาอัตโนมัติ มิฉะนั้นเวลาของข้อความจะผิด',
      behind: 'นาฬิกาของเครื่องนี้ช้าไป {minutes} นาที เปิดการตั้งเวลาอัตโนมัติ มิฉะนั้นเวลาของข้อความจะผิด',
    },
    address: {
      title: 'ที่อยู่ Webhook',
      set: 'LINE ส่งข้อความไปที่ {url}',
      refused: 'LINE ไม่ยอมรับ {url} ต้องเป็นที่อยู่สาธารณะที่ใช้ HTTPS กรอกที่อยู่ในขั้นตอน “ที่อยู่” แล้วตรวจสอบอีกครั้ง',
      failed: 'ลงทะเบียนที่อยู่กับ LINE ไม่ได้: {reason} ตรวจสอบอีกครั้งในอีกหนึ่งนาที',
    },
    switch: {
      title: 'สวิตช์ Webhook',
      on: '“Use webhook” เปิดอยู่',
      off: '“Use webhook” ปิดอยู่ LINE จึงไม่ส่งข้อความมาที่บริการนี้ เปิดใน LINE Developers Console ที่แท็บ “Messaging API”',
      unknown: 'LINE ไม่บอกว่า “Use webhook” เปิดอยู่หรือไม่ ดูใน LINE Developers Console ที่แท็บ “Messaging API”',
    },
    delivery: {
      title: 'Webhook ทดสอบ',
      works: 'Webhook ทดสอบของ LINE มาถึงแล้ว',
      unreachable:
        'LINE เชื่อมต่อกับ {url} ไม่ได้ ตรวจสอบว่าชื่อโดเมนชี้มาที่เครื่องนี้ พอร์ตเปิดในเราเตอร์และไฟร์วอลล์ และใบรับรองมาจากผู้ออกใบรับรองสาธารณะ',
      late: 'การเชื่อมต่อกับ {url} ใช้เวลานานเกินไป ตรวจสอบเราเตอร์ ไฟร์วอลล์ และพร็อกซี',
      signature:
        'Webhook ทดสอบของ LINE มาถึง แต่ลายเซ็นไม่ตรง ตรวจสอบ Channel secret ส่วนพร็อกซีต้องส่งต่อเฮดเดอร์ X-Line-Signature และเนื้อหาโดยไม่เปลี่ยนแปลง',
      redirected: '{url} เปลี่ยนเส้นทางไปที่อยู่อื่น ซึ่ง LINE ไม่ตามไป กรอกที่อยู่ปลายทางในขั้นตอน “ที่อยู่”',
      notFound: 'เซิร์ฟเวอร์อื่นตอบที่ {url} ตรวจสอบว่าพร็อกซีส่งต่อทุกอย่างมาที่บริการนี้',
      status: 'เซิร์ฟเวอร์ที่ {url} ตอบด้วยสถานะ {status} ตรวจสอบพร็อกซีหน้าบริการนี้',
      unknown: 'Webhook ทดสอบของ LINE ล้มเหลว: {reason}',
    },
    redelivery: {
      title: 'การส่ง Webhook ซ้ำ',
      seen: 'LINE เคยส่ง Webhook ซ้ำแล้ว “Webhook redelivery” จึงเปิดอยู่',
      unknown:
        'LINE ไม่บอกว่า “Webhook redelivery” เปิดอยู่หรือไม่ เปิดในแท็บ “Messaging API” หากไม่เปิด ข้อความที่ส่งระหว่างที่บริการนี้หยุดจะหายไป',
    },
    replies: {
      title: 'การตอบกลับของ LINE เอง',
      chatOn:
        '“Chat” เปิดอยู่ใน “Response settings” ของ LINE Official Account Manager ดังนั้น LINE อาจตอบแทนคุณ ให้ปิดไว้ เว้นแต่คุณตอบแชทที่นั่นเอง',
      unknown:
        '“Chat” ปิดอยู่ ถูกต้องแล้ว แต่เรามองไม่เห็นว่าข้อความทักทายและข้อความตอบกลับอัตโนมัติปิดด้วยหรือไม่ ตรวจดูที่ “Response settings” ใน LINE Official Account Manager',
    },
    groups: {
      title: 'การเข้ากลุ่ม',
      text: 'LINE ไม่บอกว่า “Allow bot to join group chats” เปิดอยู่หรือไม่ หากบอทออกจากกลุ่มทันที ให้เปิดแล้วเชิญบอทอีกครั้ง',
    },
  },
}
