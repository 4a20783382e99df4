import type { Dice } from '../dice.ts';

const PEOPLE = ['小林', '张工', '值班的同事', '供应商', '客户', '测试组', '王老师', '仓库管理员'];
const SYSTEMS = [
  '订单服务',
  '温室控制器',
  '搜索索引',
  '支付网关',
  '夜间备份',
  '导入任务',
  '手机客户端',
  '标签打印机',
  '三号大厅的水表',
];
const PROBLEMS = [
  '在时钟回拨之后会丢失位置',
  '冷启动以后响应很慢',
  '把同一行写了两遍',
  '读到第一个空行就停了',
  '一直占着连接不放',
  '还在打印旧的价格表',
  '把退货也算成了销售',
];
const ACTIONS = [
  '把检查移到循环前面',
  '再读一次数据并比较结果',
  '把报告拆成两页',
  '周末之前换掉电缆',
  '先提高上限再观察队列',
  '让新旧两个版本并行一段时间',
  '把警告改成错误',
];
const REASONS = [
  '旧格式里没有这个字段',
  '两个人可能同时修改它',
  '回滚要花整个上午',
  '第一次尝试掩盖了真正的错误',
  '数字过早地四舍五入了',
  '合同里写明了固定价格',
];
const TOPICS = [
  '日期的解析方式',
  '退款的审批权限',
  '屋顶的形状',
  '重复记录的定义',
  '标签页的顺序',
  '纸张的成本',
];
const TIMES = ['星期一', '上次发布以来', '迁移过程中', '暴风雨期间', '季度末', '大约一小时以后'];

const SENTENCES: readonly ((dice: Dice) => string)[] = [
  ({ pick }) => `${pick(SYSTEMS)}${pick(PROBLEMS)}，因为${pick(REASONS)}。`,
  ({ pick }) => `${pick(PEOPLE)}在${pick(TIMES)}发现${pick(SYSTEMS)}${pick(PROBLEMS)}。`,
  ({ pick }) => `我们可以${pick(ACTIONS)}，不过要先告诉${pick(PEOPLE)}。`,
  ({ pick }) => `能不能${pick(ACTIONS)}，再说明一下${pick(TOPICS)}？`,
  ({ pick, between }) =>
    `${pick(TIMES)}一共有${between(20, 4000)}个请求，其中${between(2, 19)}个失败了。`,
  ({ pick }) => `${pick(SYSTEMS)}运行的时候，绝对不能${pick(ACTIONS)}！`,
  ({ pick }) => `最重要的是${pick(TOPICS)}：没有它，${pick(SYSTEMS)}就会出问题。`,
  ({ pick }) => `${pick(PEOPLE)}说：“请${pick(ACTIONS)}。”`,
  ({ pick, between }) =>
    `升级到 ${between(1, 6)}.${between(0, 20)} 版以后，${pick(SYSTEMS)}仍然${pick(PROBLEMS)}。`,
];

/** Returns sentences of at least `length` characters in total. */
export function chineseParagraph(dice: Dice, length: number): string {
  let text = '';
  while (text.length < length) text += dice.pick(SENTENCES)(dice);
  return text;
}
