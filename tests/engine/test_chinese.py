"""Questions in Chinese, on English code and on code with Chinese comments."""

from pathlib import Path

import pytest

from codebase_lsp.engine.search.types import SearchRequest
from codebase_lsp.engine.settings import Settings
from codebase_lsp.engine.workspace import Workspace
from helpers.files import write_files

ENGLISH = """
=== src/auth/session.py
def authenticate(username, password):
    user = find_user(username)
    if user is None or not verify_password(password, user.password_hash):
        raise AuthenticationError("invalid credentials")
    return create_session(user)

=== src/auth/tokens.py
def refresh_access_token(refresh_token):
    claims = decode(refresh_token, SECRET)
    if claims.expires_at < now():
        raise TokenExpired()
    return encode({"sub": claims.subject}, SECRET)

=== src/orders/numbers.py
def generate_order_id(customer, date):
    prefix = date.strftime("%Y%m%d")
    return f"{prefix}-{customer.id}-{next_sequence()}"

=== src/orders/refund.py
def refund_order(order, reason):
    payment = order.payment
    gateway.refund(payment.transaction_id, payment.amount)
    order.status = "refunded"

=== src/files/upload.py
def upload_file(request, storage):
    for part in request.multipart():
        if part.size > MAX_UPLOAD_SIZE:
            raise FileTooLarge(part.filename)
        storage.save(part.filename, part.stream)

=== src/cache/lru.py
class CacheStore:
    def get(self, key):
        entry = self.entries.get(key)
        if entry is None or entry.expired():
            return None
        return entry.value

    def evict(self):
        self.entries.popitem(last=False)

=== src/db/connection_pool.py
class ConnectionPool:
    def acquire(self):
        while not self.idle:
            self.condition.wait()
        return self.idle.pop()

    def release(self, connection):
        self.idle.append(connection)
        self.condition.notify()

=== src/mail/sender.py
def send_email(to, subject, body):
    message = MIMEText(body)
    message["Subject"] = subject
    smtp.sendmail(SENDER, [to], message.as_string())

=== src/log/rotate.py
def rotate_log(path, max_bytes, backups):
    if path.stat().st_size < max_bytes:
        return
    for number in range(backups, 0, -1):
        rename(f"{path}.{number}", f"{path}.{number + 1}")

=== src/config/loader.py
def load_config(path):
    settings = dict(DEFAULTS)
    settings.update(parse_yaml(path.read_text()))
    return validate(settings)

=== src/jobs/scheduler.py
def schedule_task(cron, callback):
    job = Job(next_run=cron.next(now()), callback=callback)
    heappush(queue, job)

=== src/users/permissions.py
def check_permission(user, resource, action):
    roles = roles_of(user)
    if not any(role.allows(resource, action) for role in roles):
        raise PermissionDenied(user, resource)
"""

ON_ENGLISH = {
    "处理用户登录": "src/auth/session.py",
    "生成订单号": "src/orders/numbers.py",
    "订单退款": "src/orders/refund.py",
    "上传文件大小限制": "src/files/upload.py",
    "缓存过期": "src/cache/lru.py",
    "数据库连接池": "src/db/connection_pool.py",
    "发送邮件": "src/mail/sender.py",
    "日志文件": "src/log/rotate.py",
    "读取配置文件": "src/config/loader.py",
    "检查用户权限": "src/users/permissions.py",
}

COMMENTED = """
=== service/Login.java
public class Login {
    // 校验用户名和密码,成功后返回会话
    Session handle(String n, String p) {
        Account a = repo.byName(n);
        return a.matches(p) ? Session.of(a) : null;
    }
}

=== service/Stock.java
public class Stock {
    /** 扣减库存,库存不足时抛出异常 */
    void take(String sku, int n) {
        int left = table.get(sku) - n;
        if (left < 0) throw new IllegalStateException(sku);
        table.put(sku, left);
    }
}

=== service/Pay.java
public class Pay {
    // 调用第三方支付接口并保存流水号
    String run(Bill b) {
        String id = gateway.charge(b.total());
        b.mark(id);
        return id;
    }
}

=== service/Sms.java
public class Sms {
    // 发送短信验证码,一分钟内不能重复发送
    void code(String phone) {
        if (recent.contains(phone)) return;
        provider.push(phone, random.nextInt(999999));
    }
}

=== util/Dates.java
public class Dates {
    // 计算两个日期之间的工作日天数,跳过节假日
    int days(LocalDate a, LocalDate b) {
        int n = 0;
        for (LocalDate d = a; d.isBefore(b); d = d.plusDays(1)) if (!off(d)) n++;
        return n;
    }
}

=== util/Excel.java
public class Excel {
    // 把报表导出为电子表格
    void write(List<Row> rows, OutputStream out) {
        Sheet s = book.sheet();
        rows.forEach(s::append);
        book.save(out);
    }
}

=== util/Mask.java
public class Mask {
    // 对身份证号和手机号做脱敏处理
    String apply(String s) {
        return s.substring(0, 3) + "****" + s.substring(s.length() - 4);
    }
}

=== core/Retry.java
public class Retry {
    // 网络请求失败时按指数退避重试
    <T> T call(Supplier<T> s) {
        for (int i = 0; i < 5; i++) {
            try { return s.get(); } catch (RuntimeException e) { sleep(1 << i); }
        }
        throw new IllegalStateException();
    }
}

=== core/Lock.java
public class Lock {
    // 分布式锁:同一时间只允许一个节点执行
    boolean tryEnter(String k) {
        return redis.setIfAbsent(k, node, 30);
    }
}

=== core/Page.java
public class Page {
    // 分页查询,返回总数和当前页的数据
    Result of(Query q, int no, int size) {
        return new Result(q.count(), q.skip(no * size).take(size));
    }
}

=== core/Clock.java
public class Clock {
    long now() { return System.nanoTime(); }
}
"""

ON_COMMENTED = {
    "用户名密码校验": "service/Login.java",
    "库存不足的时候怎么处理": "service/Stock.java",
    "在哪里调用支付接口": "service/Pay.java",
    "短信验证码是怎么发送的": "service/Sms.java",
    "计算工作日,排除节假日": "util/Dates.java",
    "导出报表": "util/Excel.java",
    "手机号脱敏": "util/Mask.java",
    "请求失败后的重试逻辑": "core/Retry.java",
    "分布式锁的实现": "core/Lock.java",
    "分页查询": "core/Page.java",
}


def indexed(tmp_path_factory: pytest.TempPathFactory, description: str):
    folder: Path = tmp_path_factory.mktemp("project")
    workspace = Workspace(write_files(folder, description), Settings(), tmp_path_factory.mktemp("cache"))
    workspace.index()
    return workspace


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory):
    workspace = indexed(tmp_path_factory, ENGLISH)
    yield workspace
    workspace.close()


@pytest.fixture(scope="module")
def commented(tmp_path_factory: pytest.TempPathFactory):
    workspace = indexed(tmp_path_factory, COMMENTED)
    yield workspace
    workspace.close()


@pytest.mark.parametrize("question", ON_ENGLISH)
def test_a_chinese_question_finds_english_code(english: Workspace, question: str) -> None:
    found = [hit.path for hit in english.search(SearchRequest(question)).hits[:3]]
    assert ON_ENGLISH[question] in found, found


@pytest.mark.parametrize("question", ON_COMMENTED)
def test_a_chinese_question_finds_code_with_chinese_comments(commented: Workspace, question: str) -> None:
    found = [hit.path for hit in commented.search(SearchRequest(question)).hits[:3]]
    assert ON_COMMENTED[question] in found, found
