"""A small glossary of software terms: other words for the same thing, and English for Chinese.

What people call a thing and what its code calls it differ: a question about "login" is answered by
`authenticate`. Related words are looked for as well, at a fraction of the weight.
"""

import re
from functools import lru_cache

from ..parse.tokens import stem

_RELATED = """
auth authenticate authentication login signin credential
authorize authorization permission access privilege
config configuration settings options preferences
delete remove erase discard
add insert append register
create generate construct build
update modify change edit patch
fetch retrieve load download
save persist store write
error exception failure fault
log logging logger logs
parse decode deserialize unmarshal
serialize encode marshal dump
validate verify check validation validator
cache memoize caching
async asynchronous concurrent coroutine
thread worker executor
lock mutex synchronize semaphore
retry backoff reconnect
timeout deadline expiry expire
schedule scheduler cron timer
queue buffer fifo
event signal listener callback handler hook
route router routing endpoint url
request req
response res reply
message msg
database db sql
directory folder dir
argument arg parameter param
environment env
initialize init setup bootstrap startup
terminate shutdown stop close exit
start launch run
convert transform translate map
render draw paint display
size length count
compress gzip deflate zip
encrypt cipher crypto encryption
hash digest checksum
test spec
plugin extension addon
command cmd
sort order
filter predicate
template view
middleware interceptor
inject injection dependency provider
stream reader writer
"""
"""One group of related words per line."""

_CHINESE = """
上传 upload|下载 download|登录 login authenticate|登陆 login authenticate|注册 register|注销 logout
用户 user|账号 account|账户 account|密码 password|权限 permission|角色 role|认证 authenticate auth
鉴权 authorize auth|授权 authorize|令牌 token|会话 session|订单号 order id|订单 order|单号 id number
编号 number id|支付 pay payment|退款 refund|商品 product|库存 stock inventory|购物车 cart|价格 price
金额 amount|优惠券 coupon|生成 generate create|创建 create|新增 add create|添加 add|删除 delete remove
移除 remove|修改 update modify|更新 update|编辑 edit|查询 query search|搜索 search|检索 search retrieve
混合 hybrid|两阶段 two stage|向量 vector|嵌入 embed|索引 index|分页 page paging|排序 sort order
过滤 filter|筛选 filter|分词 token tokenize|读取 read load|写入 write|保存 save|加载 load|导入 import
导出 export|解析 parse|序列化 serialize|编码 encode|解码 decode|转换 convert|格式化 format
校验 validate check|验证 verify validate|验证码 captcha code|检查 check|比较 compare|合并 merge
拆分 split|复制 copy|移动 move|重命名 rename|压缩 compress|解压 decompress extract|加密 encrypt
解密 decrypt|签名 sign signature|哈希 hash|缓存 cache|过期 expire|超时 timeout|重试 retry
限流 rate limit|熔断 circuit breaker|降级 fallback|队列 queue|消息 message|通知 notify notification
推送 push|订阅 subscribe|发布 publish|事件 event|监听 listen listener|回调 callback|钩子 hook
定时任务 schedule job|定时 schedule timer|任务 task job|调度 schedule|线程池 thread pool|线程 thread
进程 process|协程 coroutine|异步 async|同步 sync|并发 concurrent|死锁 deadlock|锁 lock|事务 transaction
数据库 database db|连接池 connection pool|连接 connect connection|表 table|字段 field column|主键 key
迁移 migrate migration|日志 log|错误 error|异常 exception|报错 error|崩溃 crash|配置 config setting
环境变量 environment env|参数 parameter argument|选项 option|默认 default|初始化 init initialize
启动 start|停止 stop|关闭 close|重启 restart|部署 deploy|请求 request|响应 response|接口 api interface
路由 route router|中间件 middleware|拦截器 interceptor|控制器 controller|服务 service|客户端 client
服务器 server|服务端 server|网关 gateway|代理 proxy|跨域 cors|会话管理 session|文件 file
目录 directory folder|路径 path|图片 image|视频 video|邮件 email mail|短信 sms|模板 template|页面 page
组件 component|按钮 button|表单 form|弹窗 dialog modal|菜单 menu|列表 list|树 tree|图 graph|渲染 render
样式 style|主题 theme|国际化 i18n locale|语言 language|翻译 translate|时间 time|日期 date|时区 timezone
随机 random|唯一 unique|计算 compute calculate|统计 count statistics|汇总 summary aggregate|报表 report
大小 size|限制 limit|数量 count|类型 type|函数 function|方法 method|变量 variable|常量 constant
枚举 enum|继承 inherit|泛型 generic|注解 annotation|依赖 dependency|注入 inject|插件 plugin
扩展 extension|命令 command|终端 terminal|编辑器 editor|光标 cursor|快捷键 shortcut key|语法 syntax
词法 lexer|编译 compile|测试 test|模型 model|训练 train|预测 predict|网络 network|协议 protocol
心跳 heartbeat|轮询 poll|流 stream|块 chunk block|分块 chunk|内存 memory|指针 pointer|字符串 string
数组 array|集合 set collection|映射 map|栈 stack|堆 heap|节点 node|遍历 traverse walk|递归 recursive
正则 regex|匹配 match|替换 replace|高亮 highlight
"""

_SAYING_NOTHING = re.compile(
    "请问|请|帮我|我想(?:知道|要)?|找出|找到|查找|定位|关于|有关|相关|具体|实现|代码|逻辑|功能|信息|部分|内容"
    "|地方|时候|是什么|什么|为什么|怎么样|怎么|怎样|如何|哪里|哪儿|哪个|哪些|在哪|是否|进行|处理|使用|一个|这个|那个"
    "|我们|的|了|吗|呢|是|和|与|或|在|把|被|并"
)
"""Words of Chinese questions that say nothing about which code is meant."""

_HAN = re.compile(r"[\u3400-\u9fff]+")


def _groups() -> dict[str, tuple[str, ...]]:
    related: dict[str, dict[str, None]] = {}
    for line in _RELATED.strip().splitlines():
        stems = list(dict.fromkeys(map(stem, line.split())))
        for word in stems:
            related.setdefault(word, {}).update(dict.fromkeys(other for other in stems if other != word))
    return {word: tuple(others) for word, others in related.items()}


def _translations() -> dict[str, tuple[str, ...]]:
    entries = (entry.split() for line in _CHINESE.strip().splitlines() for entry in line.split("|"))
    return {chinese: tuple(english) for chinese, *english in entries}


_STEMS = _groups()
_ENGLISH = _translations()
_LONGEST = max(map(len, _ENGLISH))


def related(word: str) -> tuple[str, ...]:
    """Stems of other words for the same thing; `word` is a stem."""
    return _STEMS.get(word, ())


def without_fillers(text: str) -> str:
    """A Chinese question reduced to its subject; what has no other words stays as it is."""
    bare = _HAN.sub(lambda run: _SAYING_NOTHING.sub(" ", run.group()), text)
    return bare if bare.strip() else text


@lru_cache(maxsize=1024)
def english_for(text: str) -> tuple[str, ...]:
    """English words for the Chinese terms in a text, the longest terms first where they overlap."""
    found: dict[str, None] = {}
    for run in _HAN.findall(text):
        start = 0
        while start < len(run):
            for end in range(min(len(run), start + _LONGEST), start, -1):
                if run[start:end] in _ENGLISH:
                    found.update(dict.fromkeys(_ENGLISH[run[start:end]]))
                    start = end
                    break
            else:
                start += 1
    return tuple(found)
