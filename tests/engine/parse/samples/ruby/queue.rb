# frozen_string_literal: true

require "json"

# Jobs and how they run.
module Work
  VERSION = "1.0"
  Job = Struct.new(:name, :args)

  # Raised on empty.
  class EmptyError < StandardError; end

  class Queue
    include Enumerable
    attr_reader :size, :limit
    attr_accessor :name

    DEFAULTS = { limit: 10 }.freeze
    @@instances = 0

    def initialize(limit: 10)
      @limit = limit
      @jobs = []
    end

    # Adds a job.
    #
    # @return [self]
    def <<(job)
      @jobs << job
      self
    end

    def empty? = @jobs.empty?

    def limit=(value)
      @limit = value
    end

    def self.build(**opts)
      new(**DEFAULTS.merge(opts))
    end

    class << self
      def shared
        @shared ||= build
      end
    end

    define_method(:drain) do |&block|
      @jobs.each(&block)
    end

    alias_method :push, :<<

    private

    def take!
      @jobs.shift or raise EmptyError
    end
  end

  module Retry
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def retries(count) = @retries = count
    end
  end
end

class Work::Queue::Worker
  def run
    helper = ->(x) { x + 1 }
    helper.call(1)
  end
end

def main(args)
  Work::Queue.build
end

RSpec.describe Work::Queue do
  it "is empty" do
    expect(described_class.build).to be_empty
  end
end

main(ARGV) if $PROGRAM_NAME == __FILE__
